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
 * The data of the pieces, atom by atom, and the member that has it. A member that gains a piece whose data no member has creates it; a
 * member that loses a piece sends its data to the next owner before it releases the piece. Inactive unless the scenario has early
 * transfers.
 */
final class PieceData {

    /** @param since the epoch of the tenure for which the data was created or sent */
    private record StoredData(SimulatedProcess holder, Incarnation incarnation, long since) {

        boolean isOf(SimulatedProcess process) {
            return holder.equals(process)
                    && process.state().incarnation().filter(incarnation::equals).isPresent();
        }
    }

    private record KnownOwner(Incarnation incarnation, long since) {}

    private final SimulationWorld world;
    private final boolean enabled;
    private final @Nullable StoredData[] stored = new StoredData[Scenario.MOST_PIECES];

    PieceData(SimulationWorld world, boolean enabled) {
        this.world = world;
        this.enabled = enabled;
    }

    boolean isEnabled() {
        return enabled;
    }

    /** Returns the settings of a process's agent. */
    MemberSettings settings(MemberSettings self) {
        return enabled && !world.bugs.is(PlantedBug.DATA_NOT_PASSED_ON) ? self.withEarlyTransfers() : self;
    }

    private boolean isChecked() {
        return enabled && world.losses.none();
    }

    /**
     * Records a gain. Data of a later tenure is not for this one, which is over already: the allocation and the cards of a pulse are read
     * at two moments.
     */
    void gained(SimulatedHolding holding) {
        long left = isChecked() ? holding.atoms : 0;
        for (; left != 0; left &= left - 1) {
            int atom = Long.numberOfTrailingZeros(left);
            StoredData entry = stored[atom];
            if (entry != null && exists(entry)) {
                if (entry.since > holding.fence.epoch()) {
                    continue;
                }
                if (!entry.incarnation.equals(holding.incarnation)) {
                    world.checker.report(
                            Violation.DATA_LEFT_BEHIND,
                            holding + " was gained, but its data is at " + entry.incarnation + " since epoch "
                                    + entry.since);
                }
            }
            stored[atom] = new StoredData(holding.process, holding.incarnation, holding.fence.epoch());
        }
    }

    /** Whether the data still exists: the data of members that are gone or were ejected is lost. */
    private boolean exists(StoredData entry) {
        return !entry.holder.isCrashed()
                && entry.isOf(entry.holder)
                && world.board.record().cardOf(entry.incarnation).isPresent();
    }

    /**
     * Sends the data of these atoms to their owners, as far as the sender knows them; returns whether the sender has none of it any more.
     */
    boolean send(SimulatedProcess from, long atoms) {
        boolean all = true;
        for (long left = isChecked() ? atoms : 0; left != 0; left &= left - 1) {
            int atom = Long.numberOfTrailingZeros(left);
            StoredData entry = stored[atom];
            if (entry != null && entry.isOf(from)) {
                Optional<KnownOwner> next = ownerOf(from, atom);
                Optional<StoredData> sent = next.flatMap(owner -> accepted(owner, atom));
                all &= next.isEmpty() || sent.isPresent();
                stored[atom] = next.isEmpty() ? null : sent.orElse(entry);
            }
        }
        return all;
    }

    private Optional<StoredData> accepted(KnownOwner next, int atom) {
        return world.processes.all().stream()
                .filter(to -> to.state()
                        .incarnation()
                        .filter(next.incarnation::equals)
                        .isPresent())
                .filter(to -> !to.isPaused() && accepts(to, next, atom))
                .map(to -> new StoredData(to, next.incarnation, next.since))
                .findFirst();
    }

    /** Data is not accepted for a tenure that the owner does not know, or knows to be over. */
    private boolean accepts(SimulatedProcess to, KnownOwner owner, int atom) {
        return world.bugs.is(PlantedBug.DATA_ACCEPTED_FOR_WRONG_TENURE)
                || ownerOf(to, atom).equals(Optional.of(owner));
    }

    /** Returns the owner of an atom and the start of its tenure, as a process knows them. */
    private Optional<KnownOwner> ownerOf(SimulatedProcess process, int atom) {
        Optional<Allocation> known = process.state().holdings().basis();
        int piece = known.map(all -> world.atoms.pieceOf(all.pieces(), atom)).orElse(-1);
        return known.filter(all -> piece >= 0)
                .flatMap(all -> all.owner(piece)
                        .map(Member::incarnation)
                        .map(incarnation ->
                                new KnownOwner(incarnation, all.tenureOf(piece).since())));
    }

    /** Drops the data that the process still has after the grace time: it must not send it any more. */
    void drop(SimulatedProcess from, long atoms) {
        for (long left = enabled ? atoms : 0; left != 0; left &= left - 1) {
            int atom = Long.numberOfTrailingZeros(left);
            StoredData entry = stored[atom];
            if (entry != null && entry.isOf(from)) {
                stored[atom] = null;
            }
        }
    }

    /** Checks an incarnation that left properly. */
    void left(Incarnation incarnation) {
        for (int atom = 0; isChecked() && atom < stored.length; atom++) {
            StoredData entry = stored[atom];
            if (entry != null && entry.incarnation.equals(incarnation)) {
                world.checker.report(
                        Violation.DATA_LEFT_BEHIND,
                        incarnation + " left with the data of " + world.atoms.names(1L << atom) + " since epoch "
                                + entry.since);
            }
        }
    }
}
