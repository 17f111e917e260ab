package dev.divvy.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Tokens;
import dev.divvy.testkit.simulation.Sweep.Totals;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SweepTest {

    private final Scenario scenario = Scenario.STANDARD.withMembers(3).withLength(Duration.ofMinutes(1));

    @Test
    void theSumDoesNotDependOnTheThreads() {
        Totals one = new Sweep(scenario, 1).run(1, 10);
        Totals three = new Sweep(scenario, 3).run(1, 10);
        assertThat(three).isEqualTo(one);
        assertThat(one.seeds()).isEqualTo(10);
        assertThat(one.events()).isPositive();
    }

    @Test
    void progressIsReportedAfterEveryRun() {
        AtomicLong reported = new AtomicLong();
        new Sweep(scenario, 2, totals -> reported.addAndGet(totals.seeds())).run(1, 4);
        assertThat(reported).hasValue(1 + 2 + 3 + 4);
    }

    @Test
    void anInterruptEndsItWithTheCompletedRuns() {
        Thread sweeping = Thread.currentThread();
        Totals totals = new Sweep(scenario, 1, sofar -> sweeping.interrupt()).run(1, 1_000_000);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(totals.seeds()).isBetween(1L, 999_999L);
    }

    @Test
    void aLongRunStopsInItsMiddleAndIsNotCounted() {
        Thread.currentThread().interrupt();
        Totals totals = new Sweep(scenario.withLength(Duration.ofHours(24)), 1).run(1, 1);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(totals).isEqualTo(Totals.NONE);
    }

    @Test
    void moreSeedsThanExistAreRefused() {
        assertThatThrownBy(() -> new Sweep(scenario, 1).run(Long.MAX_VALUE, 1))
                .hasMessageContaining("1 seeds from " + Long.MAX_VALUE);
    }

    @Test
    void wrongScenariosAreRefused() {
        assertThatThrownBy(() -> scenario.withMembers(0)).hasMessageContaining("0 members");
        assertThatThrownBy(() -> scenario.withLength(Duration.ZERO)).hasMessageContaining("PT0S");
        assertThatThrownBy(() -> scenario.withPieces(Tokens.sql(12))).hasMessageContaining("12 tokens");
        assertThatThrownBy(() -> new Sweep(scenario, 0)).hasMessageContaining("0 threads");
    }
}
