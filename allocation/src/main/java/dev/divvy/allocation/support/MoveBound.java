package dev.divvy.allocation.support;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.allocator.AllocationRequest;

/** The number of pieces that change owner, and the fewest that must: the measure of the law MINIMAL. */
public final class MoveBound {

    private MoveBound() {}

    /**
     * Returns the fewest pieces that can change owner when the result keeps the first three laws: pinned pieces that are not at their
     * member, and unpinned pieces beyond what the shares allow to stay. Where no member is eligible, all pieces that had an owner.
     */
    public static int of(AllocationRequest request) {
        Roster roster = request.roster();
        int[] held = new int[roster.size()];
        int misplaced = 0;
        for (int member = 0; member < roster.size(); member++) {
            Runs before = request.ownedBefore(member);
            misplaced += request.pinned(member).minus(before).count();
            if (roster.get(member).weight() > 0) {
                held[member] = before.and(request.unpinned()).count();
            }
        }
        int unpinned = request.unpinned().count();
        return misplaced
                + (roster.weight() == 0
                        ? unpinned
                                - unownedBefore(request).and(request.unpinned()).count()
                        : Shares.of(unpinned, roster, held).bound());
    }

    /** Returns the number of pieces whose owner, by id, differs from the previous allocation; a piece that lost its owner counts. */
    public static int moved(AllocationRequest request, Division answer) {
        int stayed = unownedBefore(request).and(answer.unowned()).count();
        for (int member = 0; member < request.roster().size(); member++) {
            stayed += request.ownedBefore(member).and(answer.of(member)).count();
        }
        return request.pieces().count() - stayed;
    }

    private static Runs unownedBefore(AllocationRequest request) {
        return request.previous()
                .map(previous -> previous.division().unowned())
                .orElseGet(() -> request.pieces().all());
    }
}
