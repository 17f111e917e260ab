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
 * What is simulated: everything but the seed.
 *
 * @param members how many processes the group begins with
 * @param length how much virtual time passes; storms and calm windows take turns, and it ends calm
 * @param timing the times that the members agree on; drawn by the seed when empty
 * @param pieces what they divide, at most {@value #MOST_PIECES}; drawn by the seed when empty
 * @param troubles what may happen to them
 * @param mistake a mistake to plant
 * @param handler makes the user's handler for each run
 * @param ahead members give what belongs to a piece to its next owner before that one gains it: see {@link #givenAhead}
 */
public record Scenario(
        int members,
        Duration length,
        Optional<Timing> timing,
        Optional<Pieces> pieces,
        Set<InjectedFault> troubles,
        Optional<PlantedBug> mistake,
        Supplier<Handler> handler,
        boolean ahead) {

    /** The most pieces of a simulated group. */
    public static final int MOST_PIECES = 64;

    /** The most members that a simulated group begins with. */
    public static final int MOST_MEMBERS = 32;

    /** Five members for ten minutes, with all troubles. */
    public static final Scenario STANDARD = new Scenario(
            5,
            Duration.ofMinutes(10),
            Optional.empty(),
            Optional.empty(),
            EnumSet.allOf(InjectedFault.class),
            Optional.empty(),
            () -> Handler.NONE,
            false);

    public Scenario {
        if (members < 1 || members > MOST_MEMBERS) {
            throw new IllegalArgumentException(members + " members; simulated are 1 to " + MOST_MEMBERS);
        }
        if (length.compareTo(Duration.ofSeconds(1)) < 0 || length.compareTo(Duration.ofHours(24)) > 0) {
            throw new IllegalArgumentException("a simulation of " + length + "; it lasts a second to a day");
        }
        pieces.ifPresent(Scenario::check);
        EnumSet<InjectedFault> all = EnumSet.noneOf(InjectedFault.class);
        all.addAll(troubles);
        troubles = Collections.unmodifiableSet(all);
    }

    private static void check(Pieces pieces) {
        if (pieces.count() < 1 || pieces.count() > MOST_PIECES) {
            throw new IllegalArgumentException(pieces + "; simulated are 1 to " + MOST_PIECES + " pieces");
        }
        if (pieces instanceof Tokens && MOST_PIECES % pieces.count() != 0) {
            throw new IllegalArgumentException(
                    pieces + "; the number of tokens simulated must divide " + MOST_PIECES + ", as tokens are split");
        }
    }

    public Scenario withMembers(int next) {
        return new Scenario(next, length, timing, pieces, troubles, mistake, handler, ahead);
    }

    public Scenario withLength(Duration next) {
        return new Scenario(members, next, timing, pieces, troubles, mistake, handler, ahead);
    }

    public Scenario withTiming(Timing next) {
        return new Scenario(members, length, Optional.of(next), pieces, troubles, mistake, handler, ahead);
    }

    public Scenario withPieces(Pieces next) {
        return new Scenario(members, length, timing, Optional.of(next), troubles, mistake, handler, ahead);
    }

    public Scenario withTroubles(Set<InjectedFault> next) {
        return new Scenario(members, length, timing, pieces, next, mistake, handler, ahead);
    }

    /** Without the troubles in which the board forgets: all promises hold all the time, and fences are always in order. */
    public Scenario withoutForgetting() {
        EnumSet<InjectedFault> rest = EnumSet.noneOf(InjectedFault.class);
        rest.addAll(troubles);
        rest.removeAll(EnumSet.of(InjectedFault.BOARD_FLUSHED, InjectedFault.BOARD_SET_BACK));
        return withTroubles(rest);
    }

    /** A mistake in what is done with things given ahead makes them be given. */
    public Scenario withMistake(PlantedBug next) {
        boolean given = ahead || next.unmaskedBy().contains(Violation.LEFT_BEHIND);
        return new Scenario(members, length, timing, pieces, troubles, Optional.of(next), handler, given);
    }

    public Scenario withoutMistake() {
        return new Scenario(members, length, timing, pieces, troubles, Optional.empty(), handler, ahead);
    }

    public Scenario withHandler(Supplier<Handler> next) {
        return new Scenario(members, length, timing, pieces, troubles, mistake, next, ahead);
    }

    /**
     * Something belongs to every piece, such as the entries of a cache: whoever loses the piece gives it to the next owner before it lets go,
     * and so before that one gains the piece. It must never be left behind while nothing but planned changes happen to those who have it.
     */
    public Scenario givenAhead() {
        return new Scenario(members, length, timing, pieces, troubles, mistake, handler, true);
    }
}
