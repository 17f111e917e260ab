package dev.divvy.allocation.plan;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.sticky.Sticky;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Divides the pieces that members are restricted to. Laws, in ranked order:
 *
 * <ol>
 *   <li>A restricted member owns no other pieces, and no other member owns these while one that is restricted to them may own pieces.
 *   <li>Pieces to which the same members are restricted are divided evenly among these, by their weights.
 *   <li>Of such pieces the fewest move.
 * </ol>
 */
final class RestrictedPieces {

    private static final Allocator STICKY = new Sticky(Sticky.Policy.RUNS);

    private RestrictedPieces() {}

    /** Returns the request with the reserved pieces at their next owners; the same if there are none. */
    static AllocationRequest apply(AllocationRequest request) {
        if (request.reserved().isEmpty()) {
            return request;
        }
        List<Runs> owned = new ArrayList<>(Collections.nCopies(request.weighed().size(), Runs.NONE));
        for (Runs part : parts(request)) {
            Division division = STICKY.allocate(request.dividing(part));
            for (int member = 0; member < owned.size(); member++) {
                owned.set(member, owned.get(member).plus(division.of(member)));
            }
        }
        return request.fixing(owned, Runs.NONE);
    }

    /** Returns the reserved pieces in parts, so that the same members are restricted to all pieces of a part. */
    private static List<Runs> parts(AllocationRequest request) {
        List<Runs> parts = List.of(request.reserved());
        Roster roster = request.weighed();
        for (Member member : roster.members()) {
            if (member.weight() > 0 && member.restriction().isPresent()) {
                parts = divided(parts, member.restriction().get());
            }
        }
        return parts;
    }

    private static List<Runs> divided(List<Runs> parts, Runs only) {
        List<Runs> next = new ArrayList<>(parts.size() + 1);
        for (Runs part : parts) {
            Runs within = part.and(only);
            Runs outside = part.minus(within);
            if (!within.isEmpty()) {
                next.add(within);
            }
            if (!outside.isEmpty()) {
                next.add(outside);
            }
        }
        return next;
    }
}
