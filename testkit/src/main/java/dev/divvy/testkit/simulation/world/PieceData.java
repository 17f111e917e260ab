package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.testkit.simulation.PlantedBug;
import dev.divvy.testkit.simulation.Scenario;
import dev.divvy.testkit.simulation.Violation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What belongs to the pieces, atom by atom, and who has it. Who gains a piece of which nobody has it makes it anew; who loses a piece gives
 * it to the next owner before it lets go. Nothing happens here unless things are given ahead in this scenario.
 */
final class PieceData {

    /** @param since the tenure that they were made or given for */
    private record Lot(SimulatedProcess with, Incarnation life, long since) {

        boolean isOf(SimulatedProcess process) {
            return with.equals(process)
                    && process.standing().life().filter(life::equals).isPresent();
        }
    }

    private record Tenant(Incarnation life, long since) {}

    private final SimulationWorld world;
    private final boolean ahead;
    private final @Nullable Lot[] lots = new Lot[Scenario.MOST_PIECES];

    PieceData(SimulationWorld world, boolean ahead) {
        this.world = world;
        this.ahead = ahead;
    }

    boolean ahead() {
        return ahead;
    }

    /** What a process says of itself to its agent. */
    MemberSettings told(MemberSettings self) {
        return ahead && !world.lies.is(PlantedBug.AHEAD_NOT_PASSED_ON) ? self.givenAhead() : self;
    }

    private boolean judged() {
        return ahead && world.losses.none();
    }

    /** Goods of a later tenure are not for this one, which is over already: allocation and cards of a pulse are of two moments. */
    void gained(SimulatedHolding holding) {
        long left = judged() ? holding.atoms : 0;
        for (; left != 0; left &= left - 1) {
            int atom = Long.numberOfTrailingZeros(left);
            Lot lot = lots[atom];
            if (lot != null && isThere(lot)) {
                if (lot.since > holding.fence.epoch()) {
                    continue;
                }
                if (!lot.life.equals(holding.life)) {
                    world.judge.found(
                            Violation.LEFT_BEHIND,
                            holding + " was gained, and what belongs to it is with " + lot.life + " since epoch "
                                    + lot.since);
                }
            }
            lots[atom] = new Lot(holding.by, holding.life, holding.fence.epoch());
        }
    }

    /** Others are gone, or were taken off the board: what they have is lost. */
    private boolean isThere(Lot lot) {
        return !lot.with.isCrashed()
                && lot.isOf(lot.with)
                && world.board.record().cardOf(lot.life).isPresent();
    }

    /** Gives what belongs to these to their owners, as far as the giver knows them; answers whether it has nothing of it any more. */
    boolean passOn(SimulatedProcess from, long atoms) {
        boolean all = true;
        for (long left = judged() ? atoms : 0; left != 0; left &= left - 1) {
            int atom = Long.numberOfTrailingZeros(left);
            Lot lot = lots[atom];
            if (lot != null && lot.isOf(from)) {
                Optional<Tenant> next = tenant(from, atom);
                Optional<Lot> given = next.flatMap(tenant -> taken(tenant, atom));
                all &= next.isEmpty() || given.isPresent();
                lots[atom] = next.isEmpty() ? null : given.orElse(lot);
            }
        }
        return all;
    }

    private Optional<Lot> taken(Tenant next, int atom) {
        return world.crowd.all().stream()
                .filter(to -> to.standing().life().filter(next.life::equals).isPresent())
                .filter(to -> !to.isPaused() && takes(to, next, atom))
                .map(to -> new Lot(to, next.life, next.since))
                .findFirst();
    }

    /** Nothing is taken in for a tenure that the owner does not know of, or knows to be over. */
    private boolean takes(SimulatedProcess to, Tenant tenure, int atom) {
        return world.lies.is(PlantedBug.AHEAD_TAKEN_UNAWARE) || tenant(to, atom).equals(Optional.of(tenure));
    }

    /** Whose an atom is and since when, as a process knows it. */
    private Optional<Tenant> tenant(SimulatedProcess process, int atom) {
        Optional<Allocation> known = process.standing().holdings().basis();
        int piece = known.map(all -> world.atoms.pieceOf(all.pieces(), atom)).orElse(-1);
        return known.filter(all -> piece >= 0)
                .flatMap(all -> all.owner(piece)
                        .map(Member::life)
                        .map(life -> new Tenant(life, all.tenureOf(piece).since())));
    }

    /** The grace time is over: whoever still has something of these must not bring it any more. */
    void giveUp(SimulatedProcess from, long atoms) {
        for (long left = ahead ? atoms : 0; left != 0; left &= left - 1) {
            int atom = Long.numberOfTrailingZeros(left);
            Lot lot = lots[atom];
            if (lot != null && lot.isOf(from)) {
                lots[atom] = null;
            }
        }
    }

    /** A life left in good order. */
    void left(Incarnation life) {
        for (int atom = 0; judged() && atom < lots.length; atom++) {
            Lot lot = lots[atom];
            if (lot != null && lot.life.equals(life)) {
                world.judge.found(
                        Violation.LEFT_BEHIND,
                        life + " left with what belongs to " + world.atoms.names(1L << atom) + " since epoch "
                                + lot.since);
            }
        }
    }
}
