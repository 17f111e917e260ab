package dev.divvy.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DirectivesTest {

    private static final Incarnation LIFE = new Incarnation("n1", 7);
    private static final Roster TWO = Roster.of(Member.of("n1"), Member.of("n2").withWeight(3));

    @Test
    void aGroupIsAtRestWhileSuspendedOrWhileThereIsAnExclusiveJob() {
        Directives job = Directives.NONE.exclusive(LIFE);
        assertThat(Directives.NONE.atRest()).isFalse();
        assertThat(Directives.NONE.suspend(true).atRest()).isTrue();
        assertThat(job.atRest()).isTrue();
        assertThat(job.shared().atRest()).isFalse();
    }

    @Test
    void operatorsAndExclusiveJobsDoNotLiftEachOthersRest() {
        Directives both = Directives.NONE.suspend(true).exclusive(LIFE);
        assertThat(both.suspend(false)).isEqualTo(Directives.NONE.exclusive(LIFE));
        assertThat(both.shared()).isEqualTo(Directives.NONE.suspend(true));
    }

    @Test
    void atRestNoWeightCountsAndAfterItAllCountAsBefore() {
        Directives weighed = Directives.NONE.weigh("n1", 5);
        Roster resting = weighed.exclusive(LIFE).applyTo(TWO);
        assertThat(resting.members()).extracting(Member::weight).containsExactly(0, 0);
        assertThat(Directives.NONE.exclusive(LIFE).applyTo(TWO)).isEqualTo(resting);
        assertThat(weighed.exclusive(LIFE).shared().applyTo(TWO).members())
                .extracting(Member::weight)
                .containsExactly(5, 3);
    }

    @Test
    void whatElseIsAskedLeavesAnExclusiveJobAlone() {
        Directives job = Directives.NONE.exclusive(LIFE);
        Directives asked = job.pin("p", "n2").weigh("n2", 4).suspend(true);
        assertThat(asked.exclusive()).contains(LIFE);
        assertThat(asked.unpin("p").unweigh("n2").suspend(false)).isEqualTo(job);
    }
}
