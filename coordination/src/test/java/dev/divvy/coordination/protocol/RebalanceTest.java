package dev.divvy.coordination.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Rule;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** After a crash copies are promoted at once; balance is restored when all owners have settled, once. */
class RebalanceTest {

    private static final int T = 12;

    private final ManualCluster cluster =
            new ManualCluster(new Planner(new Sticky(Sticky.Policy.RUNS)).replicated(1), Tokens.sql(T));

    @Test
    void aCrashPromotesAndTheGroupIsBalancedOnceItHasSettled() {
        List.of("a", "b", "c").forEach(cluster::start);
        cluster.run(3_000);
        cluster.start("d");
        cluster.run(3_000);
        settleAll();
        cluster.run(2_000);
        Allocation before = allocation();
        assertThat(before.roster().size()).isEqualTo(4);

        cluster.agents.remove("d");
        for (int i = 0; i < 20_000 && cluster.board.look().cards().size() == 4; i++) {
            cluster.run(1);
        }
        cluster.start("e");
        cluster.run(3_000);
        Allocation promoted = allocation();
        assertThat(promoted.roster().find("d")).isEmpty();
        for (int piece : before.piecesOf("d").pieces()) {
            assertThat(promoted.tenureOf(piece).rule()).isEqualTo(Rule.PROMOTED);
            assertThat(before.copiesOf(piece))
                    .contains(promoted.owner(piece).orElseThrow().incarnation());
        }

        long unsettled = promoted.epoch();
        cluster.run(3_000);
        assertThat(allocation().epoch()).as("nobody has settled").isEqualTo(unsettled);
        settleAll();
        cluster.run(2_000);
        Allocation balanced = allocation();
        assertThat(causes(balanced)).containsExactly("rebalanced");
        assertThat(balanced.roster().members())
                .allSatisfy(member ->
                        assertThat(balanced.piecesOf(member.id()).count()).isEqualTo(T / 4));

        settleAll();
        cluster.run(2_000);
        settleAll();
        long atRest = allocation().epoch();
        cluster.run(10_000);
        assertThat(allocation().epoch()).as("the group is at rest").isEqualTo(atRest);
    }

    /** A plan of many pieces takes a processor for long, and mostly finds that nothing would move. */
    @Test
    void oneMemberLooksForABalanceToRestoreNotAll() {
        AtomicInteger plans = new AtomicInteger();
        Sticky sticky = new Sticky(Sticky.Policy.RUNS);
        Allocator counting = new Allocator() {
            @Override
            public String name() {
                return sticky.name();
            }

            @Override
            public Set<Law> laws() {
                return sticky.laws();
            }

            @Override
            public Division allocate(AllocationRequest request) {
                plans.incrementAndGet();
                return sticky.allocate(request);
            }
        };
        ManualCluster counted = new ManualCluster(new Planner(counting).replicated(1), Tokens.sql(T));
        List.of("a", "b", "c", "d").forEach(counted::start);
        counted.run(3_000);
        int before = plans.get();
        settleAll(counted);
        counted.run(3_000);
        assertThat(plans.get() - before).isEqualTo(1);
    }

    /** Without copies the data of a crashed member is gone: its pieces move once, and evenly. */
    @Test
    void aCrashAtRestMovesThePiecesOfOneMemberToAllOthers() {
        ManualCluster owners =
                new ManualCluster(new Planner(new Sticky(Sticky.Policy.RUNS)).replicated(0), Tokens.sql(T));
        owners.start("a");
        owners.run(3_000);
        List.of("b", "c").forEach(owners::start);
        owners.run(3_000);
        settleAll(owners);
        owners.run(2_000);
        Allocation before = owners.board.look().allocation().orElseThrow();
        assertThat(before.heirsOf(before.piecesOf("c").first(0)))
                .as("the record lists the former owner until the next epoch")
                .isNotEmpty();
        owners.agents.remove("c");
        owners.run(20_000);
        Allocation after = owners.board.look().allocation().orElseThrow();
        assertThat(after.epoch()).isEqualTo(before.epoch() + 1);
        assertThat(after.piecesOf("a").count()).isEqualTo(T / 2);
        assertThat(after.piecesOf("b").count()).isEqualTo(T / 2);
    }

    @Test
    void aGroupWithoutDataIsNeverRebalanced() {
        ManualCluster plain = new ManualCluster();
        plain.start("a");
        plain.start("b");
        plain.run(3_000);
        long epoch = plain.board.look().allocation().orElseThrow().epoch();
        plain.agents
                .values()
                .forEach(agent -> agent.settle(agent.state().view().version().orElseThrow()));
        plain.run(3_000);
        assertThat(plain.board.look().allocation().orElseThrow().epoch()).isEqualTo(epoch);
    }

    private void settleAll() {
        settleAll(cluster);
    }

    private static void settleAll(ManualCluster settling) {
        settling.agents
                .values()
                .forEach(agent -> agent.settle(agent.state().view().version().orElseThrow()));
    }

    private Allocation allocation() {
        return cluster.board.look().allocation().orElseThrow();
    }

    private static List<String> causes(Allocation allocation) {
        List<EpochSummary> history = allocation.history();
        return history.get(history.size() - 1).causes();
    }
}
