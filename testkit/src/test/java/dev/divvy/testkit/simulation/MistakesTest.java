package dev.divvy.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
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
        Totals right = new Sweep(mistake.scenario().withoutMistake(), 2).run(1, caught.getAsLong());
        assertThat(right.breaches()).as("the same seeds without %s", mistake).isEmpty();
    }

    /**
     * Three kinds need no mistake of the protocol to be seen: handlers complain in {@link CounterRegisterTest}; that code under test
     * throws or wants to be woken without end is a fault of its own.
     */
    @Test
    void everyViolationIsBroughtAboutBySomeMistake() {
        Map<Violation, Mistake> found = new EnumMap<>(Violation.class);
        for (Mistake mistake : Mistake.values()) {
            new Sweep(mistake.scenario(), 2)
                    .run(1, 40)
                    .violations()
                    .forEach((violation, runs) -> found.putIfAbsent(violation, mistake));
        }
        assertThat(found)
                .containsKeys(Arrays.stream(Violation.values())
                        .filter(one -> one != Violation.HANDLER_COMPLAINED
                                && one != Violation.BROKE_DOWN
                                && one != Violation.RESTLESS)
                        .toArray(Violation[]::new));
    }
}
