package dev.divvy.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Units;
import dev.divvy.testkit.simulation.Sweep.Totals;
import java.time.Duration;
import java.util.EnumSet;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** An example of a user's own work in the simulator: members count in registers, and no count may be lost. */
class CounterRegisterTest {

    /** Units keep their names, and a board that forgets nothing keeps fences ordered: these registers need no more. */
    private static final Scenario SCENARIO = Scenario.STANDARD
            .withLength(Duration.ofMinutes(3))
            .withPieces(Units.of("a", "b", "c", "d", "e", "f", "g", "h"))
            .withoutForgetting();

    /** A register per piece, read when work begins and written when it takes effect. */
    private static final class Counters implements Handler {

        private final boolean fenced;
        private final NavigableMap<String, Long> counts = new TreeMap<>();
        private final NavigableMap<String, Long> newest = new TreeMap<>();

        Counters(boolean fenced) {
            this.fenced = fenced;
        }

        @Override
        public void fenceShown(Task task) {
            newest.merge(task.piece(), task.fence().epoch(), Math::max);
        }

        @Override
        public Runnable begin(Task task) {
            long read = counts.getOrDefault(task.piece(), 0L);
            return () -> write(task, read);
        }

        private void write(Task task, long read) {
            if (fenced && task.fence().epoch() < newest.getOrDefault(task.piece(), 0L)) {
                return;
            }
            long now = counts.getOrDefault(task.piece(), 0L);
            if (now != read) {
                throw new AssertionError(task + " counted on from " + read + ", but the register was at " + now);
            }
            counts.put(task.piece(), now + 1);
        }
    }

    @Test
    void registersThatRefuseOlderFencesLoseNoCount() {
        Totals totals = new Sweep(scenario(true), 2).run(1, 25);
        assertThat(totals.breaches()).isEmpty();
    }

    @Test
    void registersThatTakeEverythingLoseCounts() {
        Totals totals = new Sweep(scenario(false), 2).run(1, 5);
        assertThat(totals.violations()).containsOnlyKeys(Violation.HANDLER_FAILED);
        assertThat(totals.breaches().get(0).text()).contains("counted on from");
    }

    @Test
    void everyEffectOfALiveMemberReachesTheHandler() {
        AtomicLong begun = new AtomicLong();
        AtomicLong effects = new AtomicLong();
        Scenario calm = SCENARIO.withFaults(EnumSet.noneOf(InjectedFault.class)).withHandler(() -> task -> {
            begun.incrementAndGet();
            return effects::incrementAndGet;
        });
        new Simulation(calm).run(1);
        assertThat(begun.get()).isGreaterThan(1000);
        assertThat(begun.get() - effects.get()).as("still in flight at the end").isBetween(0L, 8L);
    }

    @Test
    void aHandlerThatThrowsIsReportedAsSuch() {
        SimulationResult result = new Simulation(SCENARIO.withHandler(() -> task -> {
                    throw new IllegalStateException("no such table");
                }))
                .run(1);
        assertThat(result.violations()).containsExactly(Violation.HANDLER_FAILED);
        assertThat(result.breaches().get(0).text()).contains("your handler threw", "no such table");
    }

    private static Scenario scenario(boolean fenced) {
        return SCENARIO.withHandler(() -> new Counters(fenced));
    }
}
