package dev.divvy.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testkit.simulation.Sweep.Totals;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The real protocol under many faults, without any violation. */
class FaultSweepTest {

    private static final long FIRST_SEED = 20_260_101;

    @Test
    void noPromiseIsBrokenUnderAQuarterOfAMillionFaults() {
        sweep(FIRST_SEED, 100, 250_000);
    }

    @Tag("long")
    @Test
    void noPromiseIsBrokenUnderAMillionFaults() {
        sweep(FIRST_SEED, 400, 1_000_000);
    }

    private static void sweep(long firstSeed, long seeds, long leastFaults) {
        long began = System.nanoTime();
        Totals totals = new Sweep(Scenario.STANDARD, 2).run(firstSeed, seeds);
        print(totals, (System.nanoTime() - began) / 1e9);
        assertThat(totals.breaches()).isEmpty();
        assertThat(totals.faults()).isGreaterThanOrEqualTo(leastFaults);
        assertThat(totals.injected()).as("every kind of fault").containsOnlyKeys(InjectedFault.values());
        assertThat(totals.activity().jobs()).as("exclusive jobs ran").isPositive();
        assertThat(totals.activity().refused())
                .as("stale effects arrived and were refused")
                .isPositive();
    }

    private static void print(Totals totals, double seconds) {
        System.out.printf(
                Locale.ROOT,
                "%,d seeds, %d simulated hours, %,d events, %,d faults, %d violations in %.0f s%n%s%n%s%n",
                totals.seeds(),
                totals.simulated().toHours(),
                totals.events(),
                totals.faults(),
                totals.violations().size(),
                seconds,
                totals.activity(),
                totals.injected().entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", ")));
    }
}
