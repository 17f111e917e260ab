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
import org.junit.jupiter.api.TestFactory;

/** A check that cannot fail is no check: each planted mistake must be found, under a name that fits it. */
class MistakesTest {

    private static final long MOST_SEEDS = 300;

    /**
     * All that was seen so far. Three kinds need no mistake of the protocol to be seen: handlers complain in {@link CounterRegisterTest};
     * that code under test throws or wants to be woken without end is a fault of its own.
     */
    private final Set<Violation> seen =
            EnumSet.of(Violation.HANDLER_COMPLAINED, Violation.BROKE_DOWN, Violation.RESTLESS);

    @TestFactory
    Stream<DynamicTest> everyMistakeIsFoundAndEveryViolationIsBroughtAboutBySomeMistake() {
        return Stream.concat(
                Arrays.stream(PlantedBug.values())
                        .map(mistake -> dynamicTest(mistake.name(), () -> isFoundAndWithoutItAllIsWell(mistake))),
                Stream.of(dynamicTest("every violation", this::everyViolationIsBroughtAbout)));
    }

    private void isFoundAndWithoutItAllIsWell(PlantedBug mistake) {
        Simulation wrong = new Simulation(mistake.scenario());
        OptionalLong caught = LongStream.rangeClosed(1, MOST_SEEDS)
                .filter(seed -> !Collections.disjoint(look(wrong, seed), mistake.unmaskedBy()))
                .findFirst();
        assertThat(caught).as("%s, seeds 1 to %d", mistake, MOST_SEEDS).isPresent();
        SimulationResult right = new Simulation(mistake.scenario().withoutMistake()).run(caught.getAsLong());
        assertThat(right.breaches()).as("the same seed without %s", mistake).isEmpty();
    }

    private Set<Violation> look(Simulation wrong, long seed) {
        Set<Violation> violations = wrong.run(seed).violations();
        seen.addAll(violations);
        return violations;
    }

    private void everyViolationIsBroughtAbout() {
        bring(
                PlantedBug.EJECTION_BY_WALL_CLOCK
                        .scenario()
                        .withTroubles(EnumSet.of(
                                InjectedFault.EXCLUSIVE_JOB,
                                InjectedFault.WALL_CLOCK_JUMP,
                                InjectedFault.REQUEST_LOST)),
                Violation.TWO_HOLDERS,
                Violation.GOOD_EFFECT_REFUSED,
                Violation.NOT_ALONE);
        bring(
                PlantedBug.PUBLISH_WITHOUT_COMPARING.scenario(),
                Violation.STALE_EFFECT_ACCEPTED,
                Violation.EPOCH_WENT_BACK,
                Violation.EPOCH_MINTED_TWICE,
                Violation.ALLOCATION_FAULT,
                Violation.MOVED_MORE_THAN_NEEDED);
        bring(PlantedBug.ROSTER_BY_ID.scenario(), Violation.UNOWNED_TOO_LONG, Violation.WAITING_TOO_LONG);
        bring(PlantedBug.ACKNOWLEDGE_BEFORE_LETTING_GO.scenario(), Violation.GAINED_WHILE_LETTING_GO);
        assertThat(EnumSet.complementOf(EnumSet.copyOf(seen))).isEmpty();
    }

    /** Plays this scenario until all of these were seen, here or before. */
    private void bring(Scenario scenario, Violation... expected) {
        Simulation wrong = new Simulation(scenario);
        for (long seed = 1; seed <= MOST_SEEDS && !seen.containsAll(List.of(expected)); seed++) {
            look(wrong, seed);
        }
        assertThat(seen).contains(expected);
    }
}
