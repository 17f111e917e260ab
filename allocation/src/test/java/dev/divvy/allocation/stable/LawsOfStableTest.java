package dev.divvy.allocation.stable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Group;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.allocator.Laws;
import dev.divvy.allocation.check.Checker;
import dev.divvy.allocation.check.Finding;
import dev.divvy.allocation.check.StepChecker;
import dev.divvy.allocation.plan.Planner;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws that {@link Stable} keeps, each in many histories of many groups. A failure names the seed. */
class LawsOfStableTest {

    private static final int SEEDS = 40;
    private static final int STEPS = 25;
    private static final Allocator STABLE = new Stable();

    @Test
    void promisesTheFirstThreeLaws() {
        assertThat(STABLE.laws()).containsExactly(Law.COMPLETE, Law.DETERMINISTIC, Law.BALANCED);
    }

    private static Stream<Group.Profile> profiles() {
        return Stream.of(Group.Profile.EQUAL, Group.Profile.WEIGHTED, Group.Profile.EVERYTHING);
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void allHoldInEveryProfile(Group.Profile profile) {
        for (long seed = 0; seed < SEEDS; seed++) {
            Group group = new Group(seed, profile, new Planner(STABLE));
            for (int step = 0; step < STEPS; step++) {
                group.step();
                for (Law law : STABLE.laws()) {
                    assertThat(Laws.broken(law, group, STABLE))
                            .as("%s, %s, seed %d, step %d", law, profile, seed, step)
                            .isEmpty();
                }
            }
        }
    }

    @Test
    void theCheckerFindsNoFaultInAnyHistory() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Group group = new Group(seed, Group.Profile.EVERYTHING, new Planner(STABLE).replicated((int) (seed % 3)));
            for (int step = 0; step < STEPS; step++) {
                group.step();
                List<Finding> findings = new ArrayList<>(Checker.check(group.now(), STABLE.laws()));
                findings.addAll(
                        StepChecker.check(group.before(), group.now(), group.acknowledgements(), STABLE.laws()));
                assertThat(findings).as("seed %d, step %d", seed, step).isEmpty();
            }
        }
    }
}
