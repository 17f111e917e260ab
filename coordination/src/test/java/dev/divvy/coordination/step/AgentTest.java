package dev.divvy.coordination.step;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AgentTest {

    private final Table table = new Table();

    @Test
    void membersThatComeTogetherAreOneChange() {
        table.seat("a");
        table.seat("b");
        table.seat("c");
        table.run(1500);
        assertThat(table.held("a")).isEqualTo(4);
        assertThat(table.held("b")).isEqualTo(4);
        assertThat(table.held("c")).isEqualTo(4);
        assertThat(table.standing("a").view().epoch()).isEqualTo(1);
    }

    @Test
    void aLeaverGivesEverythingAwayAndGoes() {
        Agent a = table.seat("a");
        table.seat("b");
        table.run(1500);
        a.become(Self::leave);
        table.run(1500);
        assertThat(a.isGone()).isTrue();
        assertThat(table.held("b")).isEqualTo(12);
    }

    @Test
    void oneThatStandsStillIsTakenOffAndComesBackAsAnother() {
        table.seat("a");
        Agent b = table.seat("b");
        table.run(1500);
        table.agents.remove("b");
        table.run(5000);
        assertThat(table.held("a")).isEqualTo(12);
        assertThat(table.told).contains("a Removed");
        table.agents.put("b", b);
        table.run(3000);
        assertThat(table.told).contains("b Ejected", "b Dropped");
        assertThat(table.held("b")).isEqualTo(6);
        assertThat(table.held("a")).isEqualTo(6);
    }
}
