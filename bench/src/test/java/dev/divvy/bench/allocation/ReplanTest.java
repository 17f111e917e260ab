package dev.divvy.bench.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.support.MoveBound;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReplanTest {

    /** A long history of a million tokens takes long to build: the change with the most moves stands for the others. */
    static Stream<Arguments> all() {
        return Stream.concat(
                Arrays.stream(RosterChange.values()).map(change -> Arguments.of(change, GroupHistory.FRESH)),
                Stream.of(RosterChange.ONE_JOINS, RosterChange.ONE_LEAVES, RosterChange.A_TENTH_MILLION)
                        .map(change -> Arguments.of(change, GroupHistory.CHURNED)));
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatIsMeasuredIsTheRealChange(RosterChange change, GroupHistory history) {
        Replan replan = new Replan();
        replan.change = change;
        replan.history = history;
        replan.setUp();

        assertThat(replan.before.epoch()).isEqualTo(1 + history.events);
        assertThat(replan.before.roster().size()).isEqualTo(RosterChange.MEMBERS);
        AllocationRequest request = replan.requests.get(1);
        assertThat(request.roster().size()).isEqualTo(RosterChange.MEMBERS + change.joining - change.leaving);
        var planned = replan.plan();
        assertThat(planned.inMotion()).isTrue();
        assertThat(MoveBound.moved(request, planned.division())).isPositive().isEqualTo(MoveBound.of(request));
    }

    @Test
    void theDecisionAloneIsThatOfThePlan() {
        Replan planning = new Replan();
        planning.setUp();
        Replan deciding = new Replan();
        deciding.setUp();
        assertThat(deciding.decide()).isEqualTo(planning.plan().division());
    }

    @ParameterizedTest
    @EnumSource(RosterChange.class)
    void aTitleTellsJoinsAndLeaves(RosterChange change) {
        assertThat(change.title())
                .contains(change.tokens + " tokens")
                .contains(change.joining > 0 ? "join" : "leave")
                .doesNotContain("  ");
    }
}
