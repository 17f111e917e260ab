package dev.divvy.allocation.plan;

import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.copies.CopyPlacement;
import dev.divvy.allocation.copies.CopyRequests;

/** Places the copies of a division: {@link CopyPlacement} decides, this translates. */
final class BackupPlacement {

    private BackupPlacement() {}

    /** @param acknowledgements tells which owners have settled the previous epoch; copies of their pieces alone are moved for balance */
    static Copies place(AllocationRequest request, Division division, int depth, Acknowledgements acknowledgements) {
        return depth == 0
                ? Copies.NONE
                : Copies.of(
                        depth,
                        CopyPlacement.place(CopyRequests.of(request, division, depth, acknowledgements::settled)));
    }
}
