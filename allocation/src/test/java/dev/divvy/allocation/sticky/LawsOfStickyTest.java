package dev.divvy.allocation.sticky;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Group;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.allocator.Laws;
import dev.divvy.allocation.check.Checker;
import dev.divvy.allocation.check.Finding;
import dev.divvy.allocation.check.StepChecker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The five laws of {@link Sticky}, each in many lives of many groups. A failure names the seed. */
class LawsOfStickyTest {

    private static final int SEEDS = 40;
    private static final int STEPS = 25;

    @ParameterizedTest
    @EnumSource(Law.class)
    void holdsAmongEqualMembers(Law law) {
        holds(law, Group.Life.EQUAL, Sticky.Policy.RUNS);
        holds(law, Group.Life.EQUAL, Sticky.Policy.FORMER_OWNER);
    }

    @ParameterizedTest
    @EnumSource(Law.class)
    void holdsAmongWeightedMembers(Law law) {
        holds(law, Group.Life.WEIGHTED, Sticky.Policy.RUNS);
        holds(law, Group.Life.WEIGHTED, Sticky.Policy.FORMER_OWNER);
    }

    @ParameterizedTest
    @EnumSource(
            value = Law.class,
            names = {"COMPLETE", "DETERMINISTIC", "BALANCED", "MINIMAL"})
    void holdsWhateverOperatorsDo(Law law) {
        holds(law, Group.Life.EVERYTHING, Sticky.Policy.RUNS);
        holds(law, Group.Life.EVERYTHING, Sticky.Policy.FORMER_OWNER);
    }

    @ParameterizedTest
    @EnumSource(Sticky.Policy.class)
    void theCheckerFindsNoFaultInAnyLife(Sticky.Policy policy) {
        Allocator sticky = new Sticky(policy);
        for (long seed = 0; seed < 2 * SEEDS; seed++) {
            Group group = new Group(seed, Group.Life.EVERYTHING, sticky, (int) (seed % 3));
            for (int step = 0; step < STEPS; step++) {
                group.step();
                List<Finding> findings = new ArrayList<>(Checker.check(group.now(), sticky.laws()));
                findings.addAll(StepChecker.check(group.before(), group.now(), group.witness(), sticky.laws()));
                assertThat(findings).as("seed %d, step %d", seed, step).isEmpty();
            }
        }
    }

    private static void holds(Law law, Group.Life life, Sticky.Policy policy) {
        Allocator sticky = new Sticky(policy);
        for (long seed = 0; seed < SEEDS; seed++) {
            Group group = new Group(seed, life, sticky, 0);
            for (int step = 0; step < STEPS; step++) {
                group.step();
                assertThat(Laws.broken(law, group, sticky))
                        .as("%s, %s, seed %d, step %d", policy, life, seed, step)
                        .isEmpty();
            }
        }
    }
}
