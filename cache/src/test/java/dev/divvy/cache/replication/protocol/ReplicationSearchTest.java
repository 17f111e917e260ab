package dev.divvy.cache.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.replication.protocol.Scope.Freedom;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every reachable state of small scopes keeps the invariants; each planted mistake violates one, and the search finds the shortest way. */
class ReplicationSearchTest {

    private static final int UNLIMITED = Integer.MAX_VALUE;

    static Stream<Scope> smallScopes() {
        return Stream.of(
                Scope.of(2, 1, 2).commands(2, 1).faults(1, 1, 1),
                Scope.of(2, 1, 2).commands(1, 1).faults(1, 0, 1).with(Freedom.LATE_MESSAGES),
                Scope.of(2, 1, 2).commands(1, 1).faults(1, 1, 0).with(Freedom.LATE_SIGHTINGS),
                Scope.of(2, 0, 3).commands(1, 1).faults(1, 0, 0),
                Scope.of(3, 1, 2).faults(1, 0, 0),
                Scope.of(2, 1, 2).commands(1, 1).faults(1, 1, 1).with(Freedom.TRIMS),
                Scope.of(3, 2, 2).commands(1, 0).faults(1, 0, 0).with(Freedom.TRIMS),
                Scope.of(3, 2, 2).faults(2, 0, 0).with(Freedom.FEWER_COPIES));
    }

    @ParameterizedTest
    @MethodSource("smallScopes")
    void everyStateOfASmallScopeKeepsTheInvariants(Scope scope) {
        keepsTheInvariants(scope);
    }

    static Stream<Scope> largeScopes() {
        return Stream.of(
                Scope.of(2, 0, 3).commands(1, 1).faults(1, 0, 1),
                Scope.of(2, 1, 4).commands(2, 1).faults(1, 1, 1),
                Scope.of(2, 1, 2).commands(2, 1).faults(1, 1, 1).with(Freedom.TRIMS),
                Scope.of(2, 1, 3).commands(1, 1).faults(1, 1, 1).with(Freedom.LATE_SIGHTINGS),
                Scope.of(2, 1, 3).commands(1, 1).faults(1, 1, 2).with(Freedom.LATE_MESSAGES),
                Scope.of(3, 0, 3).commands(1, 0).faults(1, 0, 0),
                Scope.of(3, 1, 2).commands(1, 1).faults(1, 0, 1),
                Scope.of(3, 2, 2).commands(1, 1).faults(1, 0, 1),
                Scope.of(3, 2, 2).commands(1, 1).faults(1, 0, 1).with(Freedom.TRIMS),
                Scope.of(3, 1, 2).commands(1, 1).faults(0, 1, 1),
                Scope.of(3, 1, 3).commands(1, 0).faults(1, 0, 0),
                Scope.of(3, 1, 2).commands(1, 0).faults(1, 0, 0).with(Freedom.LATE_SIGHTINGS),
                Scope.of(3, 2, 3).commands(1, 0).faults(2, 0, 0),
                Scope.of(3, 2, 3).faults(2, 0, 0).with(Freedom.FEWER_COPIES),
                Scope.of(4, 2, 2).faults(2, 0, 0));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("largeScopes")
    void everyStateOfALargeScopeKeepsTheInvariants(Scope scope) {
        keepsTheInvariants(scope);
    }

    private static void keepsTheInvariants(Scope scope) {
        ExhaustiveSearch.Result result = new ExhaustiveSearch(scope, Mistake.NONE, UNLIMITED).run();
        assertThat(result.violation())
                .withFailMessage(() -> result.explain(scope, Mistake.NONE))
                .isEmpty();
        assertThat(result.complete()).isTrue();
    }

    static Stream<Arguments> mistakes() {
        Scope two = Scope.of(2, 1, 2).commands(1, 1).faults(1, 0, 1);
        Scope joiner = Scope.of(3, 1, 3).members(2).commands(1, 0).faults(1, 1, 0);
        Scope three = Scope.of(3, 1, 2).commands(1, 0).faults(1, 0, 0);
        return Stream.of(
                planted(Mistake.ANSWER_BEFORE_KEPT, two, "COMPLETE_LACKS_ANSWERED"),
                planted(Mistake.KEPT_BEFORE_APPLIED, two, "COMPLETE_LACKS_ANSWERED"),
                planted(Mistake.READ_SHOWS_UNKEPT, two, "COMPLETE_LACKS_ANSWERED"),
                planted(Mistake.GIVES_UP_ON_SLOW_COPY, two, "COMPLETE_LACKS_ANSWERED"),
                planted(Mistake.ADOPT_WITHOUT_SEQ, two, "COMPLETE_LACKS_ANSWERED"),
                planted(Mistake.TAIL_COUNTS_AT_ONCE, two, "FORGET_OF_COMPLETE"),
                planted(Mistake.ADOPT_SAME_TENURE_ONLY, two, "FORGET_OF_COMPLETE"),
                planted(Mistake.RELINK_TRUSTS, two, "COMPLETE_LACKS_ANSWERED"),
                planted(Mistake.RELINK_WITHOUT_TAIL, two, "FORGET_OF_COMPLETE"),
                planted(Mistake.NEW_OWNER_NOT_HEARD, two, "COMPLETE_LACKS_ANSWERED"),
                planted(Mistake.RELEASE_DROPS_AT_ONCE, two, "LOST_BY_ITSELF"),
                planted(Mistake.ACK_BEFORE_CLOSED, two, "WAITING_TOO_LONG"),
                planted(Mistake.RELEASED_BEFORE_CLOSED, two, "WAITING_TOO_LONG"),
                planted(Mistake.CHANGES_REORDERED, two.commands(2, 0), "COMPLETE_LACKS_ANSWERED"),
                planted(Mistake.NO_LEASE_FOR_READS, two.faults(0, 1, 0), "NOT_LINEARIZABLE"),
                planted(Mistake.PART_FOR_WHOLE, three, "COMPLETE_LACKS_ANSWERED"),
                planted(Mistake.REQUIRED_AFTER_MADE, three, "COMPLETE_LACKS_ANSWERED"),
                planted(Mistake.NO_FENCE_AT_COPY, three, "COMPLETE_LACKS_ANSWERED"),
                planted(
                        Mistake.ONE_HEIR_IS_ENOUGH,
                        three,
                        "COMPLETE_LACKS_ANSWERED",
                        new Step(StepKind.PUBLISH, 2, 0b010, 0),
                        new Step(StepKind.SEE, 0)),
                planted(Mistake.UNLISTED_BEFORE_FORGOTTEN, three, "UNLISTED_COMPLETE"),
                planted(Mistake.HEIR_DROPS_EARLY, three, "LOST_BY_ITSELF"),
                planted(Mistake.FORGET_BEFORE_COPIES_ARE_WHOLE, three, "FORGOT_TOO_EARLY"),
                planted(Mistake.SERVE_BEFORE_ALL_HEARD, three, "COMPLETE_LACKS_ANSWERED"),
                planted(Mistake.COPY_BY_ID, joiner, "COMPLETE_LACKS_ANSWERED"),
                planted(Mistake.EJECTED_KEEPS_COPY, joiner, "COMPLETE_LACKS_ANSWERED"),
                planted(Mistake.HEIRS_FORGOTTEN, joiner, "UNLISTED_COMPLETE"),
                planted(Mistake.PRUNE_UNSETTLED, joiner, "UNLISTED_COMPLETE"),
                planted(
                        Mistake.TRIMS_WHAT_AN_ADOPTED_ONE_LACKS,
                        Scope.of(3, 2, 2).commands(1, 0).faults(1, 0, 0).with(Freedom.TRIMS),
                        "FORGET_OF_COMPLETE"),
                planted(
                        Mistake.FORGET_WHEN_ALONE,
                        Scope.of(3, 1, 2).faults(1, 0, 0).with(Freedom.FEWER_COPIES),
                        "LOST_WITHIN_K"),
                planted(
                        Mistake.FORGETS_WITH_FEWER_COPIES,
                        Scope.of(3, 2, 2).faults(2, 0, 0).with(Freedom.FEWER_COPIES),
                        "LOST_WITHIN_K"),
                planted(
                        Mistake.DROPS_BY_AN_OLD_SIGHTING,
                        Scope.of(3, 1, 2).faults(1, 0, 0).with(Freedom.LATE_SIGHTINGS),
                        "FORGOT_TOO_EARLY"),
                planted(
                        Mistake.FORGET_WITHOUT_LEASE,
                        Scope.of(3, 1, 2).faults(1, 1, 0),
                        "LOST_BY_ITSELF",
                        new Step(StepKind.PUBLISH, 0, 0b100, 0),
                        new Step(StepKind.SEE, 0),
                        new Step(StepKind.BEGIN_COPY, 0, 2, 0),
                        new Step(StepKind.END_COPY, 0, 2, 0)),
                planted(
                        Mistake.ANSWERS_OF_AN_OLD_CONNECTION,
                        Scope.of(3, 1, 2).commands(1, 0).faults(0, 0, 3),
                        "COMPLETE_LACKS_ANSWERED",
                        new Step(StepKind.PUBLISH, 0, 0b100, 0),
                        new Step(StepKind.SEE, 0),
                        new Step(StepKind.BEGIN_COPY, 0, 2, 0),
                        new Step(StepKind.END_COPY, 0, 2, 0)),
                planted(
                        Mistake.BUILT_WITHOUT_RING,
                        Scope.of(4, 2, 2).commands(1, 0).faults(2, 0, 0),
                        "FORGET_OF_COMPLETE",
                        new Step(StepKind.WRITE, 0),
                        new Step(StepKind.PUBLISH, 3, 0b0011, 0),
                        new Step(StepKind.SEE, 0),
                        new Step(StepKind.BEGIN_COPY, 0, 3, 0),
                        new Step(StepKind.END_COPY, 0, 3, 0),
                        new Step(StepKind.CRASH, 0)));
    }

    private static Arguments planted(Mistake mistake, Scope scope, String invariant, Step... prefix) {
        return Arguments.of(mistake, scope, invariant, List.of(prefix));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void theSearchFindsEachPlantedMistake(Mistake mistake, Scope scope, String invariant, List<Step> prefix) {
        ExhaustiveSearch.Result result = new ExhaustiveSearch(scope, mistake, 600_000, prefix).run();
        assertThat(result.violation())
                .withFailMessage(
                        () -> mistake + " is not noticed in " + result.states() + " states: " + result.violation())
                .hasValueSatisfying(name -> assertThat(name).startsWith(invariant));
    }
}
