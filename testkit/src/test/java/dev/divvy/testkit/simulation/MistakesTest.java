package dev.divvy.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A check that cannot fail is no check: each planted mistake must be found, under a name that fits it. */
class MistakesTest {

    private static final long MOST_SEEDS = 300;

    @TestFactory
    Stream<DynamicTest> everyMistakeIsFoundAndWithoutItAllIsWell() {
        return Arrays.stream(Mistake.values()).map(mistake -> dynamicTest(mistake.name(), () -> isFound(mistake)));
    }

    private static void isFound(Mistake mistake) {
        Simulation wrong = new Simulation(mistake.scenario());
        OptionalLong caught = LongStream.rangeClosed(1, MOST_SEEDS)
                .filter(seed -> !Collections.disjoint(wrong.run(seed).violations(), mistake.unmaskedBy()))
                .findFirst();
        assertThat(caught).as("%s, seeds 1 to %d", mistake, MOST_SEEDS).isPresent();
        Outcome right = new Simulation(mistake.scenario().withoutMistake()).run(caught.getAsLong());
        assertThat(right.breaches()).as("the same seed without %s", mistake).isEmpty();
    }

    /**
     * Three kinds need no mistake of the protocol to be seen: handlers complain in {@link CounterRegisterTest}; that code under test
     * throws or wants to be woken without end is a fault of its own. That something is left behind is all that its two mistakes are found by.
     */
    @Test
    void everyViolationIsBroughtAboutBySomeMistake() {
        Set<Violation> seen = EnumSet.of(
                Violation.HANDLER_COMPLAINED, Violation.BROKE_DOWN, Violation.RESTLESS, Violation.LEFT_BEHIND);
        Scenario jobs = Mistake.EJECTION_BY_WALL_CLOCK
                .scenario()
                .withTroubles(EnumSet.of(Trouble.EXCLUSIVE_JOB, Trouble.WALL_CLOCK_JUMP, Trouble.REQUEST_LOST));
        seen.addAll(brings(jobs, Violation.TWO_HOLDERS, Violation.GOOD_EFFECT_REFUSED, Violation.NOT_ALONE));
        seen.addAll(brings(
                Mistake.PUBLISH_WITHOUT_COMPARING.scenario(),
                Violation.STALE_EFFECT_ACCEPTED,
                Violation.EPOCH_WENT_BACK,
                Violation.EPOCH_MINTED_TWICE,
                Violation.ALLOCATION_FAULT,
                Violation.MOVED_MORE_THAN_NEEDED));
        seen.addAll(brings(Mistake.ROSTER_BY_ID.scenario(), Violation.UNOWNED_TOO_LONG, Violation.WAITING_TOO_LONG));
        seen.addAll(brings(Mistake.GAIN_AFTER_THE_DEADLINE.scenario(), Violation.GAINED_AFTER_DEADLINE));
        seen.addAll(brings(Mistake.INCARNATION_REUSED.scenario(), Violation.INCARNATION_RETURNED));
        seen.addAll(brings(Mistake.ORIGIN_NOT_COMPARED.scenario(), Violation.GAINED_WHILE_QUIET));
        seen.addAll(brings(Mistake.ACKNOWLEDGE_BEFORE_LETTING_GO.scenario(), Violation.GAINED_WHILE_LETTING_GO));
        assertThat(EnumSet.complementOf(EnumSet.copyOf(seen))).isEmpty();
    }

    /** What this scenario shows, when it has shown all of these. */
    private static Set<Violation> brings(Scenario scenario, Violation... expected) {
        Simulation wrong = new Simulation(scenario);
        Set<Violation> seen = EnumSet.noneOf(Violation.class);
        for (long seed = 1; seed <= MOST_SEEDS && !seen.containsAll(List.of(expected)); seed++) {
            seen.addAll(wrong.run(seed).violations());
        }
        assertThat(seen).contains(expected);
        return seen;
    }
}
