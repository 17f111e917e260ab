package dev.divvy.testkit.simulation.world;

import dev.divvy.testkit.simulation.Scenario;
import org.jspecify.annotations.Nullable;

/** By atom, the latest holding, and the latest of any other life: enough to know whether somebody came after one. */
final class LatestHoldings {

    private final @Nullable SimulatedHolding[] latest = new SimulatedHolding[Scenario.MOST_PIECES];
    private final @Nullable SimulatedHolding[] other = new SimulatedHolding[Scenario.MOST_PIECES];

    void note(SimulatedHolding holding) {
        for (long left = holding.atoms; left != 0; left &= left - 1) {
            int atom = Long.numberOfTrailingZeros(left);
            SimulatedHolding last = latest[atom];
            if (last != null && last.gain > holding.gain) {
                if (!last.life.equals(holding.life)) {
                    other[atom] = later(other[atom], holding);
                }
                continue;
            }
            if (last != null && !last.life.equals(holding.life)) {
                other[atom] = last;
            }
            latest[atom] = holding;
        }
    }

    private static SimulatedHolding later(@Nullable SimulatedHolding one, SimulatedHolding another) {
        return one != null && one.gain > another.gain ? one : another;
    }

    /** A holding of another life that came later, of any of the same atoms. */
    @Nullable
    SimulatedHolding newerThan(SimulatedHolding holding) {
        for (long left = holding.atoms; left != 0; left &= left - 1) {
            int atom = Long.numberOfTrailingZeros(left);
            SimulatedHolding last = latest[atom];
            SimulatedHolding candidate = last != null && last.life.equals(holding.life) ? other[atom] : last;
            if (candidate != null && candidate.gain > holding.gain) {
                return candidate;
            }
        }
        return null;
    }
}
