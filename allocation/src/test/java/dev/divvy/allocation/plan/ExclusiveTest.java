package dev.divvy.allocation.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Rule;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.check.Checker;
import dev.divvy.allocation.check.StepChecker;
import dev.divvy.allocation.sticky.Sticky;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** While there is an exclusive job no piece has an owner; when it ends, each member gets its pieces back. */
class ExclusiveTest {

    private static final Pieces TEN = Tokens.sql(10);
    private static final Roster THREE = Roster.of(Member.of("n1"), Member.of("n2"), Member.of("n3"));
    private static final Incarnation N1 = new Incarnation("n1", 0);
    private static final Directives JOB = Directives.NONE.exclusive(N1);

    private final Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS)).replicated(1);
    private final Allocation first = planner.first(new Version("x", 1), TEN, THREE, Directives.NONE);
    private final TreeMap<Incarnation, Long> board = new TreeMap<>();

    @Test
    void piecesHaveNoOwnerUntilTheJobEndsAndThenReturnToTheirOwners() {
        THREE.members().forEach(member -> board.put(member.incarnation(), 1L));
        Allocation during = next(first, JOB);
        assertThat(during.division().unowned()).isEqualTo(TEN.all());
        assertThat(during.tenureOf(0).rule()).isEqualTo(Rule.SUSPENDED);
        assertThat(during.tenureOf(0).releasers()).containsExactly(new Releaser(N1, 2));
        assertThat(Checker.check(during, planner.allocator().laws())).isEmpty();
        Allocation after = next(during, Directives.NONE);
        assertThat(after.division()).isEqualTo(first.division());
        assertThat(after.tenureOf(0).rule()).isEqualTo(Rule.RESUMED);
        assertThat(after.tenureOf(0).releasers()).containsExactly(new Releaser(N1, 2));
    }

    @Test
    void theBeginningAndTheEndAreInTheSummary() {
        Allocation during = next(first, JOB);
        assertThat(causes(during)).containsExactly("exclusive job of n1 begins");
        assertThat(causes(next(during, Directives.NONE))).containsExactly("exclusive job of n1 ends");
        assertThat(causes(next(during, Directives.NONE.exclusive(new Incarnation("n2", 0)))))
                .containsExactly("exclusive job of n1 ends", "exclusive job of n2 begins");
    }

    @Test
    void whenTheJobEndsInASuspendedGroupTheGroupStaysAtRest() {
        Allocation both = next(next(first, JOB), JOB.suspend(true));
        assertThat(causes(both)).containsExactly("suspended");
        Allocation suspended = next(both, Directives.NONE.suspend(true));
        assertThat(causes(suspended)).containsExactly("exclusive job of n1 ends");
        assertThat(suspended.division().unowned()).isEqualTo(TEN.all());
        assertThat(suspended.tenureOf(0).since())
                .as("nothing moved since the job began")
                .isEqualTo(2);
        assertThat(next(suspended, Directives.NONE).division()).isEqualTo(first.division());
    }

    @Test
    void theJobOfAMemberThatIsNotInTheRosterAlsoPutsTheGroupAtRest() {
        Allocation during = next(first, Directives.NONE.exclusive(new Incarnation("elsewhere", 9)));
        assertThat(during.division().unowned()).isEqualTo(TEN.all());
        assertThat(Explanation.why(during, 0).sentence())
                .isEqualTo(
                        "piece 0 has had no owner since epoch 2 (formerly n1): the group is suspended, by an operator or"
                                + " for an exclusive job.");
    }

    private Allocation next(Allocation before, Directives directives) {
        Allocation next = planner.next(before, TEN, THREE, directives, Acknowledgements.of(board));
        assertThat(StepChecker.check(
                        before,
                        next,
                        Acknowledgements.of(board),
                        planner.allocator().laws()))
                .isEmpty();
        return next;
    }

    private static List<String> causes(Allocation allocation) {
        List<EpochSummary> history = allocation.history();
        return history.get(history.size() - 1).causes();
    }
}
