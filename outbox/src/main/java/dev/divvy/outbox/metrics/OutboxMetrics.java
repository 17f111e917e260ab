package dev.divvy.outbox.metrics;

import dev.divvy.allocation.Version;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.Backlog;
import dev.divvy.outbox.event.ProcessorStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of an outbox and of the processor of this process. What the table says is asked for when it is scraped, at most every five
 * seconds, and is no number while the database does not answer.
 */
@SuppressWarnings("exports") // an application that uses it has Micrometer; others need not
public final class OutboxMetrics implements MeterBinder {

    private static final String PREFIX = "divvy.outbox.";
    private static final double NANOS_PER_SECOND = 1e9;

    private final RecentBacklog backlog;
    private final Supplier<Optional<Processor>> processor;

    /** @param processor the processor of this process; empty while there is none */
    public OutboxMetrics(Outbox outbox, Supplier<Optional<Processor>> processor) {
        this.backlog = new RecentBacklog(outbox.admin()::backlog);
        this.processor = processor;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        table(registry, "pending", "events that wait, including those that failed before", Backlog::pending);
        table(registry, "retrying", "pending events that failed before", Backlog::retrying);
        table(registry, "aborted", "events that were given up", Backlog::aborted);
        table(
                registry,
                "held",
                "events that were given up and have the later events of their entity wait for an operator",
                Backlog::held);
        table(registry, "done", "completed events that are kept", Backlog::done);
        table(
                registry,
                "oldest.seconds",
                "age of the oldest pending event",
                now -> seconds(now.oldest().orElse(Duration.ZERO)));
        group(
                registry,
                "epoch",
                "epoch of the allocation",
                now -> now.version().map(Version::epoch).orElse(0L));
        group(
                registry,
                "members",
                "live processors of the group",
                now -> now.members().stream()
                        .filter(member -> member.state() != MemberState.GONE)
                        .count());
        group(registry, "calm", "1 when no token is moving", now -> now.calm() ? 1 : 0);
        group(
                registry,
                "tokens",
                "tokens that this processor holds",
                now -> now.self().held());
        group(
                registry,
                "lease.seconds",
                "how long this processor may still work without an answer of the database",
                now -> seconds(now.self().lease()));
        group(
                registry,
                "board.seconds",
                "how long the database took to answer the last heartbeat",
                now -> seconds(now.self().roundTrip()));
        FunctionTimer.builder(
                        PREFIX + "lag",
                        this,
                        metrics ->
                                metrics.stats().map(ProcessorStats::completed).orElse(0L),
                        metrics -> metrics.stats()
                                .map(stats -> stats.lag().toMillis())
                                .orElse(0L),
                        TimeUnit.MILLISECONDS)
                .description("time from the insertion of an event to its completion by this processor")
                .register(registry);
        counter(registry, "completed.events", "events that this processor completed", ProcessorStats::completed);
        counter(registry, "failed.attempts", "attempts that failed", ProcessorStats::failed);
        counter(registry, "aborted.events", "events that this processor gave up", ProcessorStats::aborted);
        counter(registry, "refused.completions", "completions that the fence refused", ProcessorStats::refused);
        counter(
                registry,
                "retried.transactions",
                "transactions that were repeated because the database asked for it",
                ProcessorStats::retried);
        counter(registry, "read.rows", "rows that were read", ProcessorStats::read);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANOS_PER_SECOND;
    }

    private Optional<ProcessorStats> stats() {
        return processor.get().map(Processor::stats);
    }

    private void table(MeterRegistry registry, String name, String description, ToDoubleFunction<Backlog> value) {
        gauge(
                registry,
                name,
                description,
                metrics -> metrics.backlog.get().map(value::applyAsDouble).orElse(Double.NaN));
    }

    private void group(MeterRegistry registry, String name, String description, ToDoubleFunction<GroupStatus> value) {
        gauge(
                registry,
                name,
                description,
                metrics -> metrics.processor
                        .get()
                        .map(running -> value.applyAsDouble(running.status()))
                        .orElse(Double.NaN));
    }

    private void gauge(MeterRegistry registry, String name, String description, ToDoubleFunction<OutboxMetrics> value) {
        Gauge.builder(PREFIX + name, this, value)
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    private void counter(
            MeterRegistry registry, String name, String description, ToDoubleFunction<ProcessorStats> value) {
        FunctionCounter.builder(
                        PREFIX + name,
                        this,
                        metrics -> metrics.stats().map(value::applyAsDouble).orElse(0.0))
                .description(description)
                .register(registry);
    }
}
