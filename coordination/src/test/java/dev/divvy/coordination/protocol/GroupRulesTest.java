package dev.divvy.coordination.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.replication.Replication;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.coordination.Timing;
import org.junit.jupiter.api.Test;

/** Members that found a group at the same moment with different settings: one founds it, the other leaves. */
class GroupRulesTest {

    @Test
    void ofTwoThatFoundTheGroupAtOnceTheOneThatDoesNotFitLeavesWithoutGaining() {
        Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS));
        ManualCluster cluster = new ManualCluster(planner.replicated(1), Tokens.sql(12));
        cluster.start("a");
        GroupRules others = new GroupRules(Timing.SERVER, planner.replicated(2), Tokens.sql(12));
        cluster.start("b", others);
        cluster.run(10_000);
        assertThat(cluster.events(MemberEvent.Refused.class)).hasSize(1);
        assertThat(cluster.agents.get("b")).matches(ProtocolAgent::isGone);
        assertThat(cluster.eventLog).doesNotContain("b Gained").contains("b Left");
        assertThat(cluster.held("a")).isEqualTo(12);
        assertThat(cluster.board.look().allocation().orElseThrow().replication())
                .isEqualTo(Replication.of(1));
    }
}
