package dev.divvy.cli.up.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cli.outbox.OutboxFigures.ProcessorFigures;
import dev.divvy.outbox.event.ProcessorStats;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WorkerCountersTest {

    private final WorkerCounters counters = new WorkerCounters();

    @Test
    void theLineOfAWorkerIsReadAndOthersAreIgnored() {
        counters.read("w", WorkerCounters.line(new ProcessorStats(5, Duration.ZERO, 4, 3, 2, 1, 0)));
        counters.read("w", "something else");
        assertThat(counters.all()).containsExactly(new ProcessorFigures("w", 5, 4, 3, 2));
    }

    @Test
    void theCountersGoOnWhenAWorkerRestarts() {
        counters.read("w", "counters 10 0 0 2");
        counters.read("w", "counters 12 0 0 3");
        counters.read("w", "counters 0 0 0 0");
        counters.read("w", "counters 4 0 0 1");
        counters.read("v", "counters 1 0 0 0");
        assertThat(counters.all())
                .containsExactly(new ProcessorFigures("v", 1, 0, 0, 0), new ProcessorFigures("w", 16, 0, 0, 4));
    }
}
