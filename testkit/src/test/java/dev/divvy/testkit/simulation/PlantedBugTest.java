package dev.divvy.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A check that cannot fail is no check: each planted bug must be found, by a matching violation. */
class PlantedBugTest {

    private static final long MOST_SEEDS = 300;

    /** Seeds with which bugs show that are rare: the search begins there, to save time. */
    private static final Map<PlantedBug, Long> FIRST_SEEDS = Map.of(
            PlantedBug.ACKNOWLEDGE_SKIPPED_EPOCH, 6L,
            PlantedBug.EJECTION_BY_WALL_CLOCK, 8L,
            PlantedBug.FENCE_CHECKS_ONLY_INCARNATION, 6L,
            PlantedBug.GAIN_AFTER_DEADLINE, 3L,
            PlantedBug.LEASE_COUNTED_FROM_REPLY, 2L,
            PlantedBug.LEASE_WITHOUT_MARGIN, 11L,
            PlantedBug.LEAVE_WHILE_HOLDING, 11L,
            PlantedBug.OLD_SNAPSHOT_APPLIED, 5L,
            PlantedBug.ORIGIN_NOT_COMPARED, 3L,
            PlantedBug.ROSTER_MATCHED_BY_ID, 8L);

    /** Seeds with which {@link #cause} begins. */
    private static final long FIRST_NEEDLESS_MOVE = 7;

    private static final long FIRST_LONG_WAIT = 4;

    /**
     * The violations seen so far. Three kinds do not need a planted bug: handlers fail in {@link CounterRegisterTest}, and an exception or
     * a needless wakeup in the code under test is a bug of its own.
     */
    private final Set<Violation> seen =
            EnumSet.of(Violation.HANDLER_FAILED, Violation.UNEXPECTED_EXCEPTION, Violation.NEEDLESS_WAKEUP);

    @TestFactory
    Stream<DynamicTest> everyBugIsFoundAndEveryViolationIsCausedByABug() {
        return Stream.concat(
                Arrays.stream(PlantedBug.values())
                        .map(bug -> dynamicTest(bug.name(), () -> isFoundAndAbsentWithoutTheBug(bug))),
                Stream.of(dynamicTest("every violation", this::everyViolationIsCaused)));
    }

    private void isFoundAndAbsentWithoutTheBug(PlantedBug bug) {
        Simulation buggy = new Simulation(bug.scenario());
        long first = FIRST_SEEDS.getOrDefault(bug, 1L);
        OptionalLong caught = LongStream.range(first, first + MOST_SEEDS)
                .filter(seed -> !Collections.disjoint(run(buggy, seed), bug.revealedBy()))
                .findFirst();
        assertThat(caught).as("%s, %d seeds from %d on", bug, MOST_SEEDS, first).isPresent();
        SimulationResult correct = new Simulation(bug.scenario().withoutBug()).run(caught.getAsLong());
        assertThat(correct.breaches()).as("the same seed without %s", bug).isEmpty();
    }

    private Set<Violation> run(Simulation buggy, long seed) {
        Set<Violation> violations = buggy.run(seed).violations();
        seen.addAll(violations);
        return violations;
    }

    private void everyViolationIsCaused() {
        cause(
                1,
                PlantedBug.EJECTION_BY_WALL_CLOCK
                        .scenario()
                        .withFaults(EnumSet.of(
                                InjectedFault.EXCLUSIVE_JOB,
                                InjectedFault.WALL_CLOCK_JUMP,
                                InjectedFault.REQUEST_LOST)),
                Violation.TWO_HOLDERS,
                Violation.VALID_EFFECT_REFUSED,
                Violation.EXCLUSIVE_JOB_NOT_ALONE);
        cause(
                FIRST_NEEDLESS_MOVE,
                PlantedBug.PUBLISH_WITHOUT_COMPARE.scenario(),
                Violation.STALE_EFFECT_ACCEPTED,
                Violation.EPOCH_DECREASED,
                Violation.EPOCH_PUBLISHED_TWICE,
                Violation.INVALID_ALLOCATION,
                Violation.MOVED_MORE_THAN_NEEDED);
        cause(
                FIRST_LONG_WAIT,
                PlantedBug.ROSTER_MATCHED_BY_ID.scenario(),
                Violation.UNOWNED_TOO_LONG,
                Violation.WAITING_TOO_LONG);
        cause(1, PlantedBug.ACKNOWLEDGE_BEFORE_RELEASE.scenario(), Violation.GAINED_WHILE_RELEASING);
        assertThat(EnumSet.complementOf(EnumSet.copyOf(seen))).isEmpty();
    }

    /** Runs this scenario, from this seed on, until all of these violations were seen, here or before. */
    private void cause(long first, Scenario scenario, Violation... expected) {
        Simulation buggy = new Simulation(scenario);
        for (long seed = first; seed < first + MOST_SEEDS && !seen.containsAll(List.of(expected)); seed++) {
            run(buggy, seed);
        }
        assertThat(seen).contains(expected);
    }
}
