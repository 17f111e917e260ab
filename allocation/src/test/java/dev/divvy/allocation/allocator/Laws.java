package dev.divvy.allocation.allocator;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.support.MoveBound;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A check for each law on a group's last step: empty when the law is kept, otherwise a description of the breach. */
public final class Laws {

    private Laws() {}

    public static Optional<String> broken(Law law, Group group, Allocator allocator) {
        return switch (law) {
            case COMPLETE -> complete(group);
            case DETERMINISTIC -> deterministic(group, allocator);
            case BALANCED -> balanced(group);
            case MINIMAL -> minimal(group);
            case COMPACT -> compact(group);
        };
    }

    private static Optional<String> complete(Group group) {
        AllocationRequest request = group.lastRequest();
        int[] owners = group.now().division().owners();
        for (int piece = 0; piece < owners.length; piece++) {
            boolean owned = owners[piece] != Division.NO_MEMBER;
            if (owned != request.roster().weight() > 0) {
                return Optional.of("piece " + piece + " has owner " + owners[piece]);
            }
            if (owned && request.roster().get(owners[piece]).weight() == 0) {
                return Optional.of("piece " + piece + " belongs to a member of weight 0");
            }
        }
        return Optional.empty();
    }

    /** Repeats the request with the members in another order, over values that are equal but not the same objects. */
    private static Optional<String> deterministic(Group group, Allocator allocator) {
        Allocation now = group.now();
        List<Member> shuffled = new ArrayList<>(now.roster().members());
        Collections.shuffle(shuffled, new Random(now.epoch()));
        AllocationRequest again = group.lastRequest(Roster.of(shuffled));
        Division first = allocator.allocate(again);
        Division second = allocator.allocate(group.lastRequest());
        return first.equals(second) && first.equals(now.division())
                ? Optional.empty()
                : Optional.of(now.division() + " or " + first + " or " + second);
    }

    private static Optional<String> balanced(Group group) {
        AllocationRequest request = group.lastRequest();
        long weight = request.roster().weight();
        long unpinned = request.unpinned().count();
        for (int member = 0; member < request.roster().size() && weight > 0; member++) {
            long has = group.now()
                    .division()
                    .of(member)
                    .minus(request.pinned(member))
                    .count();
            double share = (double) unpinned * request.roster().get(member).weight() / weight;
            if (has < Math.floor(share) || has > Math.ceil(share)) {
                return Optional.of("member " + member + " has " + has + ", its share is " + share);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> minimal(Group group) {
        AllocationRequest request = group.lastRequest();
        int moved = MoveBound.moved(request, group.now().division());
        int needed = new FlowOracle(request).fewestMoves();
        return moved == needed ? Optional.empty() : Optional.of(moved + " moved, " + needed + " needed");
    }

    /**
     * Few runs: at most three times as many per member as there are members. StickyTest checks a stricter bound, on average and over a
     * longer time.
     */
    private static Optional<String> compact(Group group) {
        for (int member = 0; member < group.now().roster().size(); member++) {
            Runs runs = group.now().division().of(member);
            int most = Math.max(4, 3 * group.now().roster().size());
            if (runs.size() > most) {
                return Optional.of("member " + member + " has " + runs.size() + " runs, more than " + most);
            }
        }
        return Optional.empty();
    }
}
