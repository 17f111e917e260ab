package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tenures;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.coordination.Fence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one incarnation holds, and what it is letting go of.
 *
 * @param basis the allocation that last confirmed what is held; the runs number its pieces
 * @param partings in the order in which they began
 * @param exclusive since which version this member's exclusive job may run
 * @param made how many partings this process ever had
 */
public record Holdings(
        Optional<Allocation> basis, Runs held, List<PendingRelease> partings, Optional<Version> exclusive, long made) {

    public static final Holdings NONE = new Holdings(Optional.empty(), Runs.NONE, List.of(), Optional.empty(), 0);

    public Holdings {
        partings = List.copyOf(partings);
    }

    public boolean lettingGo() {
        return !partings.isEmpty();
    }

    public boolean isEmpty() {
        return held.isEmpty() && partings.isEmpty() && exclusive.isEmpty();
    }

    /** What this very incarnation owns by an allocation. */
    public static Runs owned(Allocation allocation, Incarnation me) {
        int index = allocation.roster().indexOf(me.member());
        return index >= 0 && allocation.roster().get(index).life().equals(me)
                ? allocation.division().of(index)
                : Runs.NONE;
    }

    /** The fence of a piece that is held. */
    public Fence fence(int piece) {
        Allocation allocation = basis.orElseThrow(() -> new IllegalStateException("nothing is held"));
        return new Fence(
                allocation.version().lineage(), allocation.tenureOf(piece).since());
    }

    /**
     * Keeps what the next allocation confirms, with owner, incarnation and {@code since}, and begins to let go of the rest.
     *
     * @param ahead also of what was never gained: others may have given what belongs to it
     */
    Holdings confirmedBy(Allocation next, Incarnation me, long until, boolean ahead) {
        if (basis.isEmpty()) {
            return new Holdings(Optional.of(next), held, partings, exclusive, made);
        }
        Runs mine = owned(next, me);
        ConfirmedHoldings confirmed = ConfirmedHoldings.of(basis.get(), held, next, mine);
        Runs lost = ahead
                ? confirmed
                        .lost()
                        .plus(ConfirmedHoldings.of(basis.get(), awaited(me), next, mine)
                                .lost())
                : confirmed.lost();
        List<PendingRelease> parting = new ArrayList<>(partings);
        long number = made;
        if (!lost.isEmpty()) {
            parting.add(new PendingRelease(++number, basis.get(), lost, until));
        }
        return new Holdings(Optional.of(next), confirmed.kept(), parting, stillExclusive(next, me), number);
    }

    private Optional<Version> stillExclusive(Allocation next, Incarnation me) {
        return next.directives().exclusive().filter(me::equals).isPresent() ? exclusive : Optional.empty();
    }

    /** What may be gained now: mine, not held, not being let go of, and everyone who lost it has let go or is gone. */
    Runs gainable(Incarnation me, Acknowledgements witness) {
        if (basis.isEmpty()) {
            return Runs.NONE;
        }
        Allocation allocation = basis.get();
        Runs wanted = awaited(me);
        Tenures tenures = allocation.holders().tenures();
        Runs.Builder gained = new Runs.Builder();
        for (int run = 0; run < wanted.size(); run++) {
            for (int first = wanted.first(run), last; first <= wanted.last(run); first = last + 1) {
                last = tenures.sharedUntil(first, wanted.last(run));
                if (tenures.of(first).releasers().stream().allMatch(witness::satisfies)) {
                    gained.add(first, last);
                }
            }
        }
        return gained.build();
    }

    Holdings plus(Runs gained) {
        return new Holdings(basis, held.plus(gained), partings, exclusive, made);
    }

    Holdings grantExclusive(Version version) {
        return new Holdings(basis, held, partings, Optional.of(version), made);
    }

    /** Without a parting that has ended. */
    public Holdings released(long number) {
        return new Holdings(
                basis,
                held,
                partings.stream().filter(parting -> parting.number() != number).toList(),
                exclusive,
                made);
    }

    /** Everything is gone at once: there is nobody to wait for its letting go. */
    Holdings dropped() {
        return new Holdings(Optional.empty(), Runs.NONE, List.of(), Optional.empty(), made);
    }

    /** What is being let go of, in the numbers of these pieces; all of them where tokens were split meanwhile. */
    private Runs partingIn(Pieces pieces) {
        Runs all = Runs.NONE;
        for (PendingRelease parting : partings) {
            Pieces then = parting.basis().pieces();
            if (then.equals(pieces)) {
                all = all.plus(parting.lost());
            } else if (pieces instanceof Units) {
                all = all.plus(ConfirmedHoldings.renumbered(parting.lost(), then, pieces));
            } else {
                return pieces.all();
            }
        }
        return all;
    }

    /** What is mine and not gained yet. */
    private Runs awaited(Incarnation me) {
        Allocation allocation = basis.orElseThrow();
        return owned(allocation, me).minus(held).minus(partingIn(allocation.pieces()));
    }

    /** Whether a member owns pieces that it does not hold yet. */
    boolean waits(Incarnation me) {
        return basis.isPresent() && !owned(basis.get(), me).minus(held).isEmpty();
    }

    /** Whether an allocation was made for this very incarnation. */
    static boolean lists(Allocation allocation, Incarnation me) {
        return allocation
                .roster()
                .find(me.member())
                .map(Member::life)
                .filter(me::equals)
                .isPresent();
    }
}
