package dev.divvy.allocation.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Move;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.sticky.Sticky;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What each change makes of the terms of a group, and when it is refused. */
class ChangeTest {

    private static final Roster TWO = Roster.of(Member.of("n1"), Member.of("n2"));
    private static final Incarnation N1 = new Incarnation("n1", 0);
    private static final Incarnation N1_AGAIN = new Incarnation("n1", 1);
    private static final PlanInputs TERMS = new PlanInputs(Tokens.sql(12), TWO, Directives.NONE);

    private final Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS));

    @Test
    void undrainingLetsTheMembersOwnWeightCountAgain() {
        PlanInputs drained = after(TERMS, Change.drain("n2"));
        assertThat(drained.directives().weights()).containsEntry("n2", 0);
        assertThat(after(drained, Change.undrain("n2"))).isEqualTo(TERMS);
    }

    @Test
    void aMemberThatIsAwayCanBeUndrainedButNotDrained() {
        PlanInputs away = after(TERMS, Change.drain("n2"), new Change.Leave("n2"));
        assertThat(after(away, Change.undrain("n2")).directives()).isEqualTo(Directives.NONE);
        assertThatThrownBy(() -> after(away, Change.drain("n2")))
                .hasMessage("member n2 is not in the roster; it has [n1]");
    }

    @Test
    void suspendAndResumeAreTheOperatorsOwnSwitch() {
        PlanInputs both = after(TERMS, new Change.Suspend(), new Change.Exclusive(N1));
        assertThat(both.directives()).isEqualTo(Directives.NONE.suspend(true).exclusive(N1));
        assertThat(after(both, new Change.Resume()).directives()).isEqualTo(Directives.NONE.exclusive(N1));
        assertThat(after(TERMS, new Change.Resume())).isEqualTo(TERMS);
    }

    @Test
    void anExclusiveJobIsRefusedWhileAnotherLifeHasOne() {
        PlanInputs job = after(TERMS, new Change.Exclusive(N1));
        assertThat(after(job, new Change.Exclusive(N1))).isEqualTo(job);
        assertThatThrownBy(() -> after(job, new Change.Exclusive(N1_AGAIN)))
                .hasMessage("an exclusive job of n1/1 cannot begin before that of n1/0 ends");
        assertThat(after(job, new Change.Share(N1), new Change.Exclusive(N1_AGAIN))
                        .directives()
                        .exclusive())
                .contains(N1_AGAIN);
    }

    @Test
    void onlyTheLifeWhoseJobItIsEndsIt() {
        PlanInputs job = after(TERMS, new Change.Exclusive(N1));
        assertThat(after(job, new Change.Share(N1_AGAIN))).isEqualTo(job);
        assertThat(after(job, new Change.Share(N1))).isEqualTo(TERMS);
        assertThat(after(TERMS, new Change.Share(N1))).isEqualTo(TERMS);
    }

    @Test
    void aChangeIsCheckedAgainstWhatThoseBeforeItMade() {
        PlanInputs pinned = after(TERMS, new Change.Divide(Tokens.sql(24)), new Change.Pin("23", "n1"));
        assertThat(pinned.pieces()).isEqualTo(Tokens.sql(24));
        assertThat(pinned.directives().pins()).containsEntry("23", "n1");
        assertThatThrownBy(() -> after(TERMS, new Change.Pin("23", "n1"), new Change.Divide(Tokens.sql(24))))
                .hasMessageStartingWith("there is no piece 23 among 12 tokens");
        assertThatThrownBy(() -> after(TERMS, new Change.Leave("n2"), new Change.Pin("1", "n2")))
                .hasMessageStartingWith("member n2 is not in the roster");
    }

    @Test
    void piecesThatCannotFollowAreRefused() {
        assertThatThrownBy(() -> after(TERMS, new Change.Divide(Tokens.sql(18))))
                .hasMessageContaining("cannot follow 12 tokens of MURMUR3_32 in one lineage");
        assertThatThrownBy(() -> after(TERMS, new Change.Divide(Units.of("a"))))
                .hasMessage("units cannot follow 12 tokens of MURMUR3_32 in one lineage");
    }

    @Test
    void aPlanTellsWhatMovesWhenTokensAreSplit() {
        Allocation now = first(Tokens.sql(12));
        assertThat(planner.plan(now, new Change.Divide(Tokens.sql(24))).moves()).isEmpty();
        Plan plan = planner.plan(now, new Change.Divide(Tokens.sql(24)), new Change.Leave("n2"));
        assertThat(plan.moves()).containsExactly(new Move(12, 23, Optional.of("n2"), Optional.of("n1")));
        assertThat(plan.summary().causes()).containsExactly("n2 left", "12 tokens were split into 24");
    }

    @Test
    void aPlanTellsToWhomNewUnitsComeAndNotWhichGo() {
        Allocation now = first(Units.of("a", "b", "c", "d"));
        Plan plan = planner.plan(now, new Change.Divide(Units.of("a", "b", "c", "e")));
        assertThat(plan.moves()).containsExactly(new Move(3, 3, Optional.empty(), Optional.of("n2")));
        assertThat(plan.summary().causes()).containsExactly("1 unit came, 1 went");
        assertThat(plan.before()).isSameAs(now);
    }

    @Test
    void theNextAllocationIsMadeForTheTerms() {
        Allocation now = first(Tokens.sql(12));
        PlanInputs terms =
                after(PlanInputs.of(now), new Change.Join(Member.of("n3")), new Change.Divide(Tokens.sql(24)));
        Allocation next = planner.next(now, terms, Acknowledgements.NOBODY);
        assertThat(PlanInputs.of(next)).isEqualTo(terms);
        assertThat(next)
                .isEqualTo(
                        planner.next(now, terms.pieces(), terms.roster(), terms.directives(), Acknowledgements.NOBODY));
    }

    private Allocation first(Pieces pieces) {
        return planner.first(new Version("x", 1), pieces, TWO, Directives.NONE);
    }

    private static PlanInputs after(PlanInputs terms, Change... changes) {
        return terms.after(List.of(changes));
    }
}
