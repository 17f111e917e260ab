package dev.divvy.testkit.simulation.world;

import dev.divvy.testkit.simulation.Scenario;
import org.jspecify.annotations.Nullable;

/** By atom, the latest holding, and the latest one of any other incarnation: enough to find a newer holding of another incarnation. */
final class LatestHoldings {

    private final @Nullable SimulatedHolding[] latest = new SimulatedHolding[Scenario.MOST_PIECES];
    private final @Nullable SimulatedHolding[] other = new SimulatedHolding[Scenario.MOST_PIECES];

    void add(SimulatedHolding holding) {
        for (long left = holding.atoms; left != 0; left &= left - 1) {
            int atom = Long.numberOfTrailingZeros(left);
            SimulatedHolding last = latest[atom];
            if (last != null && last.gain > holding.gain) {
                if (!last.incarnation.equals(holding.incarnation)) {
                    other[atom] = later(other[atom], holding);
                }
                continue;
            }
            if (last != null && !last.incarnation.equals(holding.incarnation)) {
                other[atom] = last;
            }
            latest[atom] = holding;
        }
    }

    private static SimulatedHolding later(@Nullable SimulatedHolding first, SimulatedHolding second) {
        return first != null && first.gain > second.gain ? first : second;
    }

    /** Returns a later holding of another incarnation that shares an atom with this one. */
    @Nullable
    SimulatedHolding newerThan(SimulatedHolding holding) {
        for (long left = holding.atoms; left != 0; left &= left - 1) {
            int atom = Long.numberOfTrailingZeros(left);
            SimulatedHolding last = latest[atom];
            SimulatedHolding candidate =
                    last != null && last.incarnation.equals(holding.incarnation) ? other[atom] : last;
            if (candidate != null && candidate.gain > holding.gain) {
                return candidate;
            }
        }
        return null;
    }
}
