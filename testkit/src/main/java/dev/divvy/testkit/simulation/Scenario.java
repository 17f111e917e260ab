package dev.divvy.testkit.simulation;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Tokens;
import dev.divvy.coordination.Timing;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The parameters of a simulation, except for the seed.
 *
 * @param members the number of processes at the start
 * @param length the virtual time; fault windows and calm windows alternate, and the last window is calm
 * @param timing the group's timing; drawn from the seed when empty
 * @param pieces the pieces to divide, at most {@value #MOST_PIECES}; drawn from the seed when empty
 * @param faults the faults and operator actions that may be injected
 * @param bug a bug to plant
 * @param handler creates the user's handler for each run
 */
public record Scenario(
        int members,
        Duration length,
        Optional<Timing> timing,
        Optional<Pieces> pieces,
        Set<InjectedFault> faults,
        Optional<PlantedBug> bug,
        Supplier<Handler> handler) {

    /** The maximum number of pieces of a simulated group. */
    public static final int MOST_PIECES = 64;

    /** The maximum number of members that a simulated group starts with. */
    public static final int MOST_MEMBERS = 32;

    /** Five members for ten minutes, with all faults. */
    public static final Scenario STANDARD = new Scenario(
            5,
            Duration.ofMinutes(10),
            Optional.empty(),
            Optional.empty(),
            EnumSet.allOf(InjectedFault.class),
            Optional.empty(),
            () -> Handler.NONE);

    public Scenario {
        if (members < 1 || members > MOST_MEMBERS) {
            throw new IllegalArgumentException(members + " members: must be between 1 and " + MOST_MEMBERS);
        }
        if (length.compareTo(Duration.ofSeconds(1)) < 0 || length.compareTo(Duration.ofHours(24)) > 0) {
            throw new IllegalArgumentException(
                    "a simulation of " + length + ": must be between one second and 24 hours");
        }
        pieces.ifPresent(Scenario::check);
        EnumSet<InjectedFault> all = EnumSet.noneOf(InjectedFault.class);
        all.addAll(faults);
        faults = Collections.unmodifiableSet(all);
    }

    private static void check(Pieces pieces) {
        if (pieces.count() < 1 || pieces.count() > MOST_PIECES) {
            throw new IllegalArgumentException(pieces + ": must be between 1 and " + MOST_PIECES);
        }
        if (pieces instanceof Tokens && MOST_PIECES % pieces.count() != 0) {
            throw new IllegalArgumentException(
                    pieces + ": the number of tokens must divide " + MOST_PIECES + ", as tokens are split");
        }
    }

    public Scenario withMembers(int next) {
        return new Scenario(next, length, timing, pieces, faults, bug, handler);
    }

    public Scenario withLength(Duration next) {
        return new Scenario(members, next, timing, pieces, faults, bug, handler);
    }

    public Scenario withTiming(Timing next) {
        return new Scenario(members, length, Optional.of(next), pieces, faults, bug, handler);
    }

    public Scenario withPieces(Pieces next) {
        return new Scenario(members, length, timing, Optional.of(next), faults, bug, handler);
    }

    public Scenario withFaults(Set<InjectedFault> next) {
        return new Scenario(members, length, timing, pieces, next, bug, handler);
    }

    /**
     * Returns this scenario without the faults in which the board forgets: all promises hold all the time, and fences are always ordered.
     */
    public Scenario withoutForgetting() {
        EnumSet<InjectedFault> rest = EnumSet.noneOf(InjectedFault.class);
        rest.addAll(faults);
        rest.removeAll(EnumSet.of(InjectedFault.BOARD_FLUSHED, InjectedFault.BOARD_ROLLED_BACK));
        return withFaults(rest);
    }

    public Scenario withBug(PlantedBug next) {
        return new Scenario(members, length, timing, pieces, faults, Optional.of(next), handler);
    }

    public Scenario withoutBug() {
        return new Scenario(members, length, timing, pieces, faults, Optional.empty(), handler);
    }

    public Scenario withHandler(Supplier<Handler> next) {
        return new Scenario(members, length, timing, pieces, faults, bug, next);
    }
}
