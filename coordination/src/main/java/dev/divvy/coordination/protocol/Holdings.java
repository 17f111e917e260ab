package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tenures;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.protocol.knowledge.DirectReleases;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The pieces that one incarnation holds, and those that it is releasing.
 *
 * @param basis the allocation that last confirmed the held pieces, and whose numbering {@code held} uses
 * @param pendingReleases the releases that have not completed, oldest first
 * @param exclusive the version since which this member's exclusive job may run
 * @param releaseCount the number of releases that this process has ever started
 */
public record Holdings(
        Optional<Allocation> basis,
        Runs held,
        List<PendingRelease> pendingReleases,
        Optional<Version> exclusive,
        long releaseCount) {

    public static final Holdings NONE = new Holdings(Optional.empty(), Runs.NONE, List.of(), Optional.empty(), 0);

    public Holdings {
        pendingReleases = List.copyOf(pendingReleases);
    }

    public boolean releasing() {
        return !pendingReleases.isEmpty();
    }

    public boolean isEmpty() {
        return held.isEmpty() && pendingReleases.isEmpty() && exclusive.isEmpty();
    }

    /** Returns the pieces that an allocation assigns to this incarnation. */
    public static Runs owned(Allocation allocation, Incarnation me) {
        int index = allocation.roster().indexOf(me.member());
        return index >= 0 && allocation.roster().get(index).incarnation().equals(me)
                ? allocation.division().of(index)
                : Runs.NONE;
    }

    /** Returns the fence of a held piece. */
    public Fence fence(int piece) {
        Allocation allocation = basis.orElseThrow(() -> new IllegalStateException("nothing is held"));
        return new Fence(
                allocation.version().lineage(), allocation.tenureOf(piece).since());
    }

    /**
     * Keeps the pieces that the next allocation confirms, by owner, incarnation and {@code since}, and starts to release the others.
     *
     * @param until the end of the grace time
     */
    Holdings confirmedBy(Allocation next, Incarnation me, long until) {
        if (basis.isEmpty()) {
            return new Holdings(Optional.of(next), held, pendingReleases, exclusive, releaseCount);
        }
        ConfirmedHoldings confirmed = ConfirmedHoldings.of(basis.get(), held, next, owned(next, me));
        List<PendingRelease> releases = new ArrayList<>(pendingReleases);
        long number = releaseCount;
        if (!confirmed.lost().isEmpty()) {
            releases.add(new PendingRelease(++number, basis.get(), confirmed.lost(), until));
        }
        return new Holdings(Optional.of(next), confirmed.kept(), releases, stillExclusive(next, me), number);
    }

    private Optional<Version> stillExclusive(Allocation next, Incarnation me) {
        return next.directives().exclusive().filter(me::equals).isPresent() ? exclusive : Optional.empty();
    }

    /**
     * Returns the pieces that may be gained now: owned, not held, not being released, and with no former owner left that must release them.
     *
     * @param direct the releases that the acknowledgements do not contain
     */
    Runs gainable(Incarnation me, Acknowledgements acknowledgements, DirectReleases direct) {
        if (basis.isEmpty()) {
            return Runs.NONE;
        }
        Allocation allocation = basis.get();
        Runs wanted = owned(allocation, me).minus(held).minus(releasingIn(allocation.pieces()));
        Tenures tenures = allocation.holders().tenures();
        Runs.Builder gained = new Runs.Builder();
        for (int run = 0; run < wanted.size(); run++) {
            for (int first = wanted.first(run), last; first <= wanted.last(run); first = last + 1) {
                last = tenures.sharedUntil(first, wanted.last(run));
                Runs released = Runs.of(first, last);
                for (Releaser releaser : tenures.of(first).releasers()) {
                    if (!acknowledgements.satisfies(releaser)) {
                        released = released.and(direct.by(releaser, allocation.version()));
                    }
                }
                for (int part = 0; part < released.size(); part++) {
                    gained.add(released.first(part), released.last(part));
                }
            }
        }
        return gained.build();
    }

    Holdings plus(Runs gained) {
        return new Holdings(basis, held.plus(gained), pendingReleases, exclusive, releaseCount);
    }

    Holdings grantExclusive(Version version) {
        return new Holdings(basis, held, pendingReleases, Optional.of(version), releaseCount);
    }

    /** Returns the holdings without a release that has completed. */
    public Holdings released(long number) {
        return new Holdings(
                basis,
                held,
                pendingReleases.stream()
                        .filter(release -> release.number() != number)
                        .toList(),
                exclusive,
                releaseCount);
    }

    /** Returns the holdings after everything was dropped at once. Nothing is left to release, because no member waits for it. */
    Holdings dropped() {
        return new Holdings(Optional.empty(), Runs.NONE, List.of(), Optional.empty(), releaseCount);
    }

    /** Returns the pieces that are being released, in the numbering of this set; all of the set if tokens were split in the meantime. */
    private Runs releasingIn(Pieces pieces) {
        Runs all = Runs.NONE;
        for (PendingRelease release : pendingReleases) {
            Pieces before = release.basis().pieces();
            if (before.equals(pieces)) {
                all = all.plus(release.lost());
            } else if (pieces instanceof Units) {
                all = all.plus(ConfirmedHoldings.renumbered(release.lost(), before, pieces));
            } else {
                return pieces.all();
            }
        }
        return all;
    }

    /** Whether the member owns pieces that it does not hold yet. */
    boolean isWaiting(Incarnation me) {
        return basis.isPresent() && !owned(basis.get(), me).minus(held).isEmpty();
    }

    /** Whether an allocation's roster lists this incarnation. */
    static boolean isListed(Allocation allocation, Incarnation me) {
        return allocation
                .roster()
                .find(me.member())
                .map(Member::incarnation)
                .filter(me::equals)
                .isPresent();
    }
}
