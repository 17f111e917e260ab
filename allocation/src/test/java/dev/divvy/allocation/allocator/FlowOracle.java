package dev.divvy.allocation.allocator;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.support.SlowFlow;
import java.util.Arrays;

/**
 * The fewest moves by an independent method: a minimum-cost flow from pieces to members. Every piece sends one unit to a member, at cost 0
 * to its current owner and at cost 1 to another; a member takes its floor at a high reward and one more at none. Shares no reasoning with
 * the planner.
 */
final class FlowOracle {

    private static final int REWARD = 1_000_000;

    private final AllocationRequest request;
    private final int[] before;

    FlowOracle(AllocationRequest request) {
        this.request = request;
        this.before = ownersBefore(request);
    }

    int fewestMoves() {
        Roster roster = request.roster();
        long weight = roster.weight();
        if (weight == 0) {
            return (int) Arrays.stream(before)
                    .filter(owner -> owner != Division.NO_MEMBER)
                    .count();
        }
        int[] unpinned = request.unpinned().pieces();
        int misplaced = 0;
        for (int member = 0; member < roster.size(); member++) {
            int owner = member;
            misplaced += (int) Arrays.stream(request.pinned(member).pieces())
                    .filter(piece -> before[piece] != owner)
                    .count();
        }
        SlowFlow network = new SlowFlow();
        for (int i = 0; i < 2 + unpinned.length + roster.size(); i++) {
            network.node();
        }
        int sink = 1;
        for (int i = 0; i < unpinned.length; i++) {
            network.arc(0, 2 + i, 1, 0);
            for (int member = 0; member < roster.size(); member++) {
                if (roster.get(member).weight() > 0) {
                    network.arc(2 + i, 2 + unpinned.length + member, 1, before[unpinned[i]] == member ? 0 : 1);
                }
            }
        }
        long rewarded = 0;
        for (int member = 0; member < roster.size(); member++) {
            long share = (long) unpinned.length * roster.get(member).weight();
            int floor = (int) (share / weight);
            rewarded += floor;
            network.arc(2 + unpinned.length + member, sink, floor, -REWARD);
            network.arc(2 + unpinned.length + member, sink, share % weight > 0 ? 1 : 0, 0);
        }
        long total = network.send(0, sink, unpinned.length);
        return misplaced + (int) (total + rewarded * REWARD);
    }

    private static int[] ownersBefore(AllocationRequest request) {
        int[] owners = new int[request.pieces().count()];
        Arrays.fill(owners, Division.NO_MEMBER);
        request.previous().ifPresent(previous -> {
            int[] then = previous.division().owners();
            for (int piece = 0; piece < owners.length; piece++) {
                if (then[piece] != Division.NO_MEMBER) {
                    // An owner that is gone differs from no owner; -2 stands for all of these.
                    int now = request.roster()
                            .indexOf(previous.roster().get(then[piece]).id());
                    owners[piece] = now < 0 ? -2 : now;
                }
            }
        });
        return owners;
    }
}
