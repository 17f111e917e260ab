package dev.divvy.cli.outbox;

import dev.divvy.cli.http.MeteredSource;
import dev.divvy.cli.outbox.OutboxFigures.ProcessorFigures;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.console.ProductSnapshot;
import dev.divvy.console.Readiness;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.ProcessorStats;
import dev.divvy.outbox.metrics.OutboxMetrics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The status and the metrics of a processor, as it serves them over HTTP. */
final class ProcessorConsole extends MeteredSource<Processor> {

    /** Connections beyond those of the processor: one for the members, one for the backlog. */
    static final int CONNECTIONS = 2;

    /**
     * What the dashboard shows.
     *
     * @param outbox the status of the outbox; null when the database did not answer
     * @param problem the reason why the database did not answer; null when it did
     */
    private record ProcessorStatus(
            GroupStatus group,
            ProcessorStats counters,
            @Nullable OutboxStatus outbox,
            @Nullable String problem) {}

    private final Processor processor;
    private final OutboxReader reader;

    ProcessorConsole(Outbox outbox, Processor processor, OutboxReader reader) {
        super("divvy.outbox.");
        this.processor = processor;
        this.reader = reader;
        metrics.bind(new OutboxMetrics(outbox, () -> Optional.of(processor)));
    }

    @Override
    protected Processor sample() {
        return processor;
    }

    private ProcessorStatus status() {
        OutboxStatus outbox = null;
        String problem = null;
        try {
            outbox = reader.recent();
        } catch (Failure e) {
            problem = e.getMessage();
        }
        return new ProcessorStatus(processor.status(), processor.stats(), outbox, problem);
    }

    @Override
    public List<ProductSnapshot> products() {
        ProcessorStatus now = status();
        String self = now.group.self().id();
        List<ProcessorFigures> own = List.of(ProcessorFigures.of(self, now.counters));
        OutboxFigures figures = now.outbox == null
                ? OutboxFigures.unknown(String.valueOf(now.problem), own)
                : OutboxFigures.of(now.outbox, own);
        return List.of(new ProductSnapshot("outbox", now.group, figures, Map.of(self, now.counters.refused())));
    }

    @Override
    public Readiness readiness() {
        return Readiness.of(processor.status());
    }
}
