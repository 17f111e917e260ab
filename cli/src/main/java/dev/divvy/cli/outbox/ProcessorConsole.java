package dev.divvy.cli.outbox;

import dev.divvy.allocation.Version;
import dev.divvy.cli.http.MeteredSource;
import dev.divvy.cli.outbox.OutboxFigures.ProcessorFigures;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.console.ProductSnapshot;
import dev.divvy.console.Readiness;
import dev.divvy.console.view.GroupView;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.ProcessorStats;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The status and the metrics of a processor, as it serves them over HTTP. */
final class ProcessorConsole extends MeteredSource<ProcessorConsole.ProcessorStatus> {

    /** Connections beyond those of the processor: one for the members, one for the backlog. */
    static final int CONNECTIONS = 2;

    /**
     * The values that the metrics are read from.
     *
     * @param outbox the status of the outbox; null when the database did not answer
     * @param problem the reason why the database did not answer; null when it did
     */
    record ProcessorStatus(
            GroupStatus group,
            ProcessorStats counters,
            @Nullable OutboxStatus outbox,
            @Nullable String problem) {}

    private final Processor processor;
    private final OutboxReader reader;

    ProcessorConsole(Processor processor, OutboxReader reader) {
        super("divvy.outbox.");
        this.processor = processor;
        this.reader = reader;
        group(
                "epoch",
                "epoch of the allocation",
                group -> group.version().map(Version::epoch).orElse(0L));
        group("members", "live processors", GroupView::living);
        group("calm", "1 when no token is moving", group -> group.calm() ? 1 : 0);
        group(
                "tokens",
                "tokens that this processor holds",
                group -> group.self().held());
        backlog("pending", "events that wait, including those that failed before", OutboxStatus::pending);
        backlog("retrying", "pending events that failed before", OutboxStatus::retrying);
        backlog("aborted", "events that were given up", OutboxStatus::aborted);
        backlog("done", "completed events that are kept", OutboxStatus::done);
        backlog(
                "oldest.seconds",
                "age of the oldest pending event",
                outbox -> Objects.requireNonNullElse(outbox.oldestSeconds(), 0.0));
        counter("completed.events", "events that this processor completed", ProcessorStats::completed);
        counter("failed.attempts", "attempts that failed", ProcessorStats::failed);
        counter("aborted.events", "events that this processor gave up", ProcessorStats::aborted);
        counter("refused.completions", "completions that the fence refused", ProcessorStats::refused);
        counter(
                "retried.transactions",
                "transactions that were repeated because the database asked for it",
                ProcessorStats::retried);
        counter("read.rows", "rows that were read", ProcessorStats::read);
    }

    private void group(String name, String description, ToDoubleFunction<GroupStatus> value) {
        metrics.gauge(name, description, status -> value.applyAsDouble(status.group));
    }

    private void backlog(String name, String description, ToDoubleFunction<OutboxStatus> value) {
        metrics.gauge(
                name, description, status -> status.outbox == null ? Double.NaN : value.applyAsDouble(status.outbox));
    }

    private void counter(String name, String description, ToDoubleFunction<ProcessorStats> value) {
        metrics.counter(name, description, status -> value.applyAsDouble(status.counters));
    }

    @Override
    protected ProcessorStatus sample() {
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
        ProcessorStatus now = sample();
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
