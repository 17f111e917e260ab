package dev.divvy.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DirectivesTest {

    private static final Incarnation N1 = new Incarnation("n1", 7);
    private static final Roster TWO = Roster.of(Member.of("n1"), Member.of("n2").withWeight(3));

    @Test
    void aGroupIsAtRestWhileSuspendedOrWhileThereIsAnExclusiveJob() {
        Directives job = Directives.NONE.exclusive(N1);
        assertThat(Directives.NONE.atRest()).isFalse();
        assertThat(Directives.NONE.suspend(true).atRest()).isTrue();
        assertThat(job.atRest()).isTrue();
        assertThat(job.withoutExclusive().atRest()).isFalse();
    }

    @Test
    void operatorsAndExclusiveJobsDoNotResumeTheGroupForEachOther() {
        Directives both = Directives.NONE.suspend(true).exclusive(N1);
        assertThat(both.suspend(false)).isEqualTo(Directives.NONE.exclusive(N1));
        assertThat(both.withoutExclusive()).isEqualTo(Directives.NONE.suspend(true));
    }

    @Test
    void atRestNoWeightCountsAndAfterItAllCountAsBefore() {
        Directives weighed = Directives.NONE.weigh("n1", 5);
        Roster resting = weighed.exclusive(N1).applyTo(TWO);
        assertThat(resting.members()).extracting(Member::weight).containsExactly(0, 0);
        assertThat(Directives.NONE.exclusive(N1).applyTo(TWO)).isEqualTo(resting);
        assertThat(weighed.exclusive(N1).withoutExclusive().applyTo(TWO).members())
                .extracting(Member::weight)
                .containsExactly(5, 3);
    }

    @Test
    void otherDirectivesDoNotAffectAnExclusiveJob() {
        Directives job = Directives.NONE.exclusive(N1);
        Directives asked = job.pin("p", "n2").weigh("n2", 4).suspend(true);
        assertThat(asked.exclusive()).contains(N1);
        assertThat(asked.unpin("p").unweigh("n2").suspend(false)).isEqualTo(job);
    }
}
