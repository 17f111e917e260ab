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

/** The effect of each change on the inputs of a plan, and the cases in which it is refused. */
class ChangeTest {

    private static final Roster TWO = Roster.of(Member.of("n1"), Member.of("n2"));
    private static final Incarnation N1 = new Incarnation("n1", 0);
    private static final Incarnation N1_AGAIN = new Incarnation("n1", 1);
    private static final PlanInputs INPUTS = new PlanInputs(Tokens.sql(12), TWO, Directives.NONE);

    private final Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS));

    @Test
    void undrainingLetsTheMembersOwnWeightCountAgain() {
        PlanInputs drained = after(INPUTS, Change.drain("n2"));
        assertThat(drained.directives().weights()).containsEntry("n2", 0);
        assertThat(after(drained, Change.undrain("n2"))).isEqualTo(INPUTS);
    }

    @Test
    void aMemberThatIsAwayCanBeUndrainedButNotDrained() {
        PlanInputs away = after(INPUTS, Change.drain("n2"), new Change.Leave("n2"));
        assertThat(after(away, Change.undrain("n2")).directives()).isEqualTo(Directives.NONE);
        assertThatThrownBy(() -> after(away, Change.drain("n2")))
                .hasMessage("there is no member n2; the members are n1");
    }

    @Test
    void suspendAndResumeAreTheOperatorsOwnSwitch() {
        PlanInputs both = after(INPUTS, new Change.Suspend(), new Change.Exclusive(N1));
        assertThat(both.directives()).isEqualTo(Directives.NONE.suspend(true).exclusive(N1));
        assertThat(after(both, new Change.Resume()).directives()).isEqualTo(Directives.NONE.exclusive(N1));
        assertThat(after(INPUTS, new Change.Resume())).isEqualTo(INPUTS);
    }

    @Test
    void anExclusiveJobIsRefusedWhileAnotherIncarnationHasOne() {
        PlanInputs job = after(INPUTS, new Change.Exclusive(N1));
        assertThat(after(job, new Change.Exclusive(N1))).isEqualTo(job);
        assertThatThrownBy(() -> after(job, new Change.Exclusive(N1_AGAIN)))
                .hasMessage("an exclusive job of n1/1 cannot begin before that of n1/0 ends");
        assertThat(after(job, new Change.EndExclusive(N1), new Change.Exclusive(N1_AGAIN))
                        .directives()
                        .exclusive())
                .contains(N1_AGAIN);
    }

    @Test
    void onlyTheIncarnationThatRunsTheJobEndsIt() {
        PlanInputs job = after(INPUTS, new Change.Exclusive(N1));
        assertThat(after(job, new Change.EndExclusive(N1_AGAIN))).isEqualTo(job);
        assertThat(after(job, new Change.EndExclusive(N1))).isEqualTo(INPUTS);
        assertThat(after(INPUTS, new Change.EndExclusive(N1))).isEqualTo(INPUTS);
    }

    @Test
    void aChangeIsCheckedAgainstWhatThoseBeforeItMade() {
        PlanInputs pinned = after(INPUTS, new Change.SetPieces(Tokens.sql(24)), new Change.Pin("23", "n1"));
        assertThat(pinned.pieces()).isEqualTo(Tokens.sql(24));
        assertThat(pinned.directives().pins()).containsEntry("23", "n1");
        assertThatThrownBy(() -> after(INPUTS, new Change.Pin("23", "n1"), new Change.SetPieces(Tokens.sql(24))))
                .hasMessageStartingWith("there is no piece 23 among 12 tokens");
        assertThatThrownBy(() -> after(INPUTS, new Change.Leave("n2"), new Change.Pin("1", "n2")))
                .hasMessageStartingWith("there is no member n2");
    }

    @Test
    void piecesThatCannotFollowAreRefused() {
        assertThatThrownBy(() -> after(INPUTS, new Change.SetPieces(Tokens.sql(18))))
                .hasMessageContaining("cannot follow 12 tokens of MURMUR3_32 in one lineage");
        assertThatThrownBy(() -> after(INPUTS, new Change.SetPieces(Units.of("a"))))
                .hasMessage("units cannot follow 12 tokens of MURMUR3_32 in one lineage");
    }

    @Test
    void aPlanShowsTheMovesWhenTokensAreSplit() {
        Allocation now = first(Tokens.sql(12));
        assertThat(planner.plan(now, new Change.SetPieces(Tokens.sql(24))).moves())
                .isEmpty();
        Plan plan = planner.plan(now, new Change.SetPieces(Tokens.sql(24)), new Change.Leave("n2"));
        assertThat(plan.moves()).containsExactly(new Move(12, 23, Optional.of("n2"), Optional.of("n1")));
        assertThat(plan.summary().causes()).containsExactly("n2 left", "12 tokens were split into 24");
    }

    @Test
    void aPlanShowsTheOwnersOfNewUnitsButNotTheRemovedUnits() {
        Allocation now = first(Units.of("a", "b", "c", "d"));
        Plan plan = planner.plan(now, new Change.SetPieces(Units.of("a", "b", "c", "e")));
        assertThat(plan.moves()).containsExactly(new Move(3, 3, Optional.empty(), Optional.of("n2")));
        assertThat(plan.summary().causes()).containsExactly("1 unit added, 1 removed");
        assertThat(plan.before()).isSameAs(now);
    }

    @Test
    void theNextAllocationIsMadeForTheInputs() {
        Allocation now = first(Tokens.sql(12));
        PlanInputs inputs =
                after(PlanInputs.of(now), new Change.Join(Member.of("n3")), new Change.SetPieces(Tokens.sql(24)));
        Allocation next = planner.next(now, inputs, Acknowledgements.NONE);
        assertThat(PlanInputs.of(next)).isEqualTo(inputs);
        assertThat(next)
                .isEqualTo(planner.next(
                        now, inputs.pieces(), inputs.roster(), inputs.directives(), Acknowledgements.NONE));
    }

    private Allocation first(Pieces pieces) {
        return planner.first(new Version("x", 1), pieces, TWO, Directives.NONE);
    }

    private static PlanInputs after(PlanInputs inputs, Change... changes) {
        return inputs.after(List.of(changes));
    }
}
