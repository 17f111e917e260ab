package dev.divvy.allocation.check;

import dev.divvy.allocation.Holders;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.copies.CopyPlacement;
import dev.divvy.allocation.copies.CopyRequest;
import dev.divvy.allocation.copies.CopyRequests;
import dev.divvy.allocation.copies.CopyScore;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Compares copies with the best placement: how many moved before they were settled, how even, how spread, how many moved. The bound is {@link CopyPlacement}'s own, whose exactness
 * its tests show against an independent oracle; so this finds records that were made or changed otherwise. Beyond
 * {@link CopyPlacement#MOST_MEMBERS} members it finds nothing, as the bound is not exact there. Records with misplaced copies have other
 * faults and are not compared.
 */
final class CopyChecker {

    private CopyChecker() {}

    /** @param settled the epoch that an incarnation settled last */
    static Optional<Fault> find(AllocationRequest request, Holders holders, ToLongFunction<Incarnation> settled) {
        int depth = holders.copies().depth();
        if (depth == 0
                || request.roster().size() > CopyPlacement.MOST_MEMBERS
                || request.roster().weight() == 0) {
            return Optional.empty();
        }
        CopyRequest copies = CopyRequests.of(request, holders.division(), depth, settled);
        CopyScore score = CopyScore.of(copies, holders.copies().holders());
        CopyScore best = CopyScore.of(copies, CopyPlacement.place(copies));
        if (score.compareTo(best) <= 0) {
            return Optional.empty();
        }
        boolean even = score.uneven() == best.uneven() && score.clustered() == best.clustered();
        return Optional.of(
                score.unsettled() == best.unsettled() && !even ? Fault.COPY_UNEVEN : Fault.COPY_MOVED_NEEDLESSLY);
    }
}
