package dev.divvy.allocation.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Rule;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.check.Checker;
import dev.divvy.allocation.check.StepChecker;
import dev.divvy.allocation.codec.AllocationCodec;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The beginning of a lineage before any member joins, and its continuation above epochs that a board lost. */
class FoundingTest {

    private static final Roster THREE = Roster.of(Member.of("n1"), Member.of("n2"), Member.of("n3"));

    static List<String> names() {
        return Allocators.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void noPieceHasAnOwnerInAFoundingAllocation(String name) {
        for (Pieces pieces : List.of(Tokens.sql(10), Units.of("a", "b"), Units.of())) {
            Allocation founded = planner(name).founding(new Version("x", 40), pieces);
            assertThat(founded.isFounding()).isTrue();
            assertThat(PlanInputs.of(founded)).isEqualTo(new PlanInputs(pieces, Roster.EMPTY, Directives.NONE));
            assertThat(founded.division().unowned()).isEqualTo(pieces.all());
            assertThat(founded.history()).containsExactly(new EpochSummary(40, 0, 0, 0, List.of("founded")));
            assertThat(AllocationCodec.read(AllocationCodec.write(founded))).isEqualTo(founded);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void anOrdinaryStepFollowsAFounding(String name) {
        Planner planner = planner(name);
        Allocation founded = planner.founding(new Version("x", 40), Tokens.sql(10));
        Allocation next = planner.next(founded, founded.pieces(), THREE, Directives.NONE, Acknowledgements.NONE);
        assertThat(next.version()).isEqualTo(new Version("x", 41));
        assertThat(StepChecker.check(
                        founded,
                        next,
                        Acknowledgements.NONE,
                        planner.allocator().laws()))
                .isEmpty();
        assertThat(Checker.check(next, planner.allocator().laws())).isEmpty();
        assertThat(next.tenureOf(3).rule()).isEqualTo(Rule.FIRST);
        assertThat(next.tenureOf(3).since()).isEqualTo(41);
        assertThat(next.history()).hasSize(2);
        assertThat(next.history().get(1).causes()).containsExactly("n1 joined", "n2 joined", "n3 joined");
    }

    @ParameterizedTest
    @MethodSource("names")
    void nothingElseIsAFounding(String name) {
        Planner planner = planner(name);
        Allocation founded = planner.founding(new Version("x", 40), Tokens.sql(10));
        PlanInputs inputs = PlanInputs.of(founded);
        assertThat(planner.first(new Version("x", 40), Tokens.sql(10), THREE, Directives.NONE)
                        .isFounding())
                .isFalse();
        assertThat(planner.next(founded, inputs, Acknowledgements.NONE).isFounding())
                .as("the second, although no member joined")
                .isFalse();
        assertThat(founded.raisedTo(41).isFounding()).isFalse();
        assertThat(TenureHistory.blank(founded.version(), founded.pieces()).isFounding())
                .as("one without a history")
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource("names")
    void aRaisedAllocationIsTheSameAtALaterEpochAndAnOrdinaryStepFollowsIt(String name) {
        Planner planner = planner(name);
        Allocation low = planner.first(new Version("x", 3), Tokens.sql(10), THREE, Directives.NONE);
        Allocation raised = low.raisedTo(90);
        assertThat(raised.version()).isEqualTo(new Version("x", 90));
        assertThat(raised.history()).isEqualTo(low.history());
        assertThat(raised.holders()).isEqualTo(low.holders());
        assertThat(PlanInputs.of(raised)).isEqualTo(PlanInputs.of(low));
        assertThat(AllocationCodec.read(AllocationCodec.write(raised))).isEqualTo(raised);
        Allocation next =
                planner.next(raised, raised.pieces(), THREE.without("n2"), Directives.NONE, Acknowledgements.NONE);
        assertThat(next.history()).extracting(EpochSummary::epoch).containsExactly(3L, 91L);
        assertThat(StepChecker.check(
                        raised, next, Acknowledgements.NONE, planner.allocator().laws()))
                .isEmpty();
        assertThat(low.raisedTo(3)).isEqualTo(low);
        assertThatThrownBy(() -> low.raisedTo(2)).hasMessage("x@3 cannot be raised to the lower epoch 2");
    }

    private static Planner planner(String name) {
        return new Planner(Allocators.byName(name)).replicated(1);
    }
}
