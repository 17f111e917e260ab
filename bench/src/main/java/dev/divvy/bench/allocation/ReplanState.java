package dev.divvy.bench.allocation;

import dev.divvy.allocation.Roster;
import dev.divvy.bench.members.Churn;
import dev.divvy.bench.peer.Rebalancer;
import java.util.List;
import java.util.stream.IntStream;

/** A rebalancer after some membership changes, with several next changes that are planned in turn. */
public abstract class ReplanState<S> {

    private static final int CHANGES = 16;
    private static final int EVENTS = 20;

    private final Rebalancer<S> rebalancer;
    private final S before;
    private final List<List<String>> nextMembers;
    private int turn;

    ReplanState(Rebalancer<S> rebalancer) {
        this.rebalancer = rebalancer;
        Churn churn = new Churn(PeerReplan.SEED);
        List<Roster> walk = churn.walk(churn.members(PeerReplan.MEMBERS), EVENTS);
        S state = rebalancer.first(PeerReplan.TOKENS, Churn.ids(walk.get(0)));
        for (Roster roster : walk.subList(1, walk.size())) {
            List<String> members = Churn.ids(roster);
            state = rebalancer.settle(rebalancer.change(state, members), members);
        }
        before = state;
        Roster now = walk.get(EVENTS);
        nextMembers = IntStream.range(0, CHANGES)
                .mapToObj(i -> Churn.ids(i % 2 == 0 ? churn.join(now, 1) : churn.leave(now, 1)))
                .toList();
    }

    S change() {
        turn = (turn + 1) % CHANGES;
        return rebalancer.change(before, nextMembers.get(turn));
    }
}
