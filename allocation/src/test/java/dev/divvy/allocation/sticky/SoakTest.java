package dev.divvy.allocation.sticky;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Roster;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Group;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.support.MoveBound;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random epochs with joins, leaves, restarts, several at once, and weights: no needless move and no balance fault. 200,000 epochs in the
 * ordinary run, 1,000,000 in the long one.
 */
class SoakTest {

    private static final int EVENTS_PER_GROUP = 1000;

    @ParameterizedTest
    @EnumSource(Sticky.Policy.class)
    void aHundredThousandEventsMoveNothingBeyondTheBound(Sticky.Policy policy) {
        run(policy, 100);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(Sticky.Policy.class)
    void halfAMillionEventsMoveNothingBeyondTheBound(Sticky.Policy policy) {
        run(policy, 500);
    }

    private static void run(Sticky.Policy policy, int groups) {
        Sticky sticky = new Sticky(policy);
        long excess = 0;
        long faults = 0;
        long events = 0;
        for (long seed = 0; seed < groups; seed++) {
            Group.Profile profile = seed % 2 == 0 ? Group.Profile.EQUAL : Group.Profile.WEIGHTED;
            Group group = new Group(seed, profile, new Planner(sticky));
            for (int event = 0; event < EVENTS_PER_GROUP; event++) {
                AllocationRequest request = group.step().lastRequest();
                excess += MoveBound.moved(request, group.now().division()) - MoveBound.of(request);
                faults += faults(request.roster(), group);
                events++;
            }
            assertThat(excess)
                    .as("excess moves up to %s, seed %d", policy, seed)
                    .isZero();
            assertThat(faults)
                    .as("balance faults up to %s, seed %d", policy, seed)
                    .isZero();
        }
        assertThat(events).isEqualTo((long) groups * EVENTS_PER_GROUP);
    }

    private static long faults(Roster roster, Group group) {
        long weight = roster.weight();
        long pieces = group.now().pieces().count();
        long faults = 0;
        for (int member = 0; member < roster.size() && weight > 0; member++) {
            long has = group.now().division().of(member).count() * weight;
            long share = pieces * roster.get(member).weight();
            faults += has <= share - weight || has >= share + weight ? 1 : 0;
        }
        return faults;
    }
}
