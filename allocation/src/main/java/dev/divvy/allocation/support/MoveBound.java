package dev.divvy.allocation.support;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.allocator.AllocationRequest;

/** How many pieces change owner, and the fewest that must: the measure of the law of minimal moves. */
public final class MoveBound {

    private MoveBound() {}

    /**
     * The fewest pieces that can change owner when this request is answered with the first three laws kept: pinned ones that are not
     * where they shall be, and open ones beyond what the shares let stay. With nobody to own them, all that were owned.
     */
    public static int of(AllocationRequest request) {
        Roster roster = request.roster();
        if (roster.weight() == 0) {
            return request.pieces().count() - unownedBefore(request).count();
        }
        int[] held = new int[roster.size()];
        int misplaced = 0;
        for (int member = 0; member < roster.size(); member++) {
            Runs before = request.before(member);
            misplaced += request.pinned(member).minus(before).count();
            if (roster.get(member).weight() > 0) {
                held[member] = before.and(request.open()).count();
            }
        }
        return misplaced + Shares.of(request.open().count(), roster, held).bound();
    }

    /** How many pieces have another owner, by id, than in the previous allocation; one that lost its owner to nobody counts. */
    public static int moved(AllocationRequest request, Division answer) {
        int stayed = unownedBefore(request).and(answer.unowned()).count();
        for (int member = 0; member < request.roster().size(); member++) {
            stayed += request.before(member).and(answer.of(member)).count();
        }
        return request.pieces().count() - stayed;
    }

    private static Runs unownedBefore(AllocationRequest request) {
        return request.previous()
                .map(previous -> previous.division().unowned())
                .orElseGet(() -> request.pieces().all());
    }
}
