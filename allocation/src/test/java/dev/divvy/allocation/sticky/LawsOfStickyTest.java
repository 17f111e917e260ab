package dev.divvy.allocation.sticky;

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
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The five laws of {@link Sticky}, each in many histories of many groups. A failure names the seed. */
class LawsOfStickyTest {

    private static final int SEEDS = 40;
    private static final int STEPS = 25;

    @ParameterizedTest
    @EnumSource(Sticky.Policy.class)
    void allHoldAmongEqualMembers(Sticky.Policy policy) {
        hold(EnumSet.allOf(Law.class), Group.Profile.EQUAL, policy);
    }

    @ParameterizedTest
    @EnumSource(Sticky.Policy.class)
    void allHoldAmongWeightedMembers(Sticky.Policy policy) {
        hold(EnumSet.allOf(Law.class), Group.Profile.WEIGHTED, policy);
    }

    @ParameterizedTest
    @EnumSource(Sticky.Policy.class)
    void allButOneHoldWhateverOperatorsDo(Sticky.Policy policy) {
        hold(EnumSet.complementOf(EnumSet.of(Law.COMPACT)), Group.Profile.EVERYTHING, policy);
    }

    @ParameterizedTest
    @EnumSource(Sticky.Policy.class)
    void theCheckerFindsNoFaultInAnyHistory(Sticky.Policy policy) {
        Allocator sticky = new Sticky(policy);
        for (long seed = 0; seed < 2 * SEEDS; seed++) {
            Group group = new Group(seed, Group.Profile.EVERYTHING, new Planner(sticky).replicated((int) (seed % 3)));
            for (int step = 0; step < STEPS; step++) {
                group.step();
                List<Finding> findings = new ArrayList<>(Checker.check(group.now(), sticky.laws()));
                findings.addAll(
                        StepChecker.check(group.before(), group.now(), group.acknowledgements(), sticky.laws()));
                assertThat(findings).as("seed %d, step %d", seed, step).isEmpty();
            }
        }
    }

    private static void hold(Set<Law> laws, Group.Profile profile, Sticky.Policy policy) {
        Allocator sticky = new Sticky(policy);
        for (long seed = 0; seed < SEEDS; seed++) {
            Group group = new Group(seed, profile, new Planner(sticky));
            for (int step = 0; step < STEPS; step++) {
                group.step();
                for (Law law : laws) {
                    assertThat(Laws.broken(law, group, sticky))
                            .as("%s, %s, %s, seed %d, step %d", law, policy, profile, seed, step)
                            .isEmpty();
                }
            }
        }
    }
}
