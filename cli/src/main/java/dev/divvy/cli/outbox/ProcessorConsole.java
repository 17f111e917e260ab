package dev.divvy.cli.outbox;

import dev.divvy.allocation.Version;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.console.ConsoleSource;
import dev.divvy.console.GroupView;
import dev.divvy.console.Readiness;
import dev.divvy.console.StatusMetrics;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.Backlog;
import dev.divvy.outbox.event.ProcessorStats;
import java.time.Duration;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What a processor of an outbox shows over HTTP. */
final class ProcessorConsole implements ConsoleSource, AutoCloseable {

    /** Connections that this needs besides the processor's: one for the members, one for the backlog. */
    static final int CONNECTIONS = 2;

    /** What the metrics of one scrape are read from; without a backlog while the database does not answer. */
    private record Scraped(GroupStatus group, Optional<Backlog> backlog) {}

    private final Processor processor;
    private final RecentSnapshots snapshots;
    private final StatusMetrics<Scraped> metrics;

    ProcessorConsole(Processor processor, OutboxConnection opened) {
        this.processor = processor;
        this.snapshots = new RecentSnapshots(() -> OutboxSnapshot.at(opened));
        this.metrics = new StatusMetrics<>("divvy.outbox.", this::scrape);
        group();
        backlog();
        counters();
    }

    private Scraped scrape() {
        return new Scraped(processor.status(), recent().map(pair -> pair.now().backlog()));
    }

    private void group() {
        metrics.gauge(
                "epoch",
                "epoch of the allocation",
                scraped -> scraped.group().version().map(Version::epoch).orElse(0L));
        metrics.gauge("members", "processors that are there", scraped -> GroupView.living(scraped.group()));
        metrics.gauge("calm", "1 when nothing moves", scraped -> scraped.group().calm() ? 1 : 0);
        metrics.gauge(
                "tokens",
                "tokens that this processor holds",
                scraped -> scraped.group().self().held());
    }

    private void backlog() {
        backlog("pending", "events that wait, those that failed before included", Backlog::pending);
        backlog("retrying", "pending events that failed before", Backlog::retrying);
        backlog("aborted", "events that were given up", Backlog::aborted);
        backlog("done", "completed events that are kept", Backlog::done);
        backlog(
                "oldest.seconds",
                "age of the oldest pending event",
                backlog -> backlog.oldest().orElse(Duration.ZERO).toMillis() / 1e3);
    }

    private void backlog(String name, String description, ToDoubleFunction<Backlog> value) {
        metrics.gauge(
                name,
                description,
                scraped -> scraped.backlog().map(value::applyAsDouble).orElse(Double.NaN));
    }

    private void counters() {
        counter("completed.events", "events that this processor completed", ProcessorStats::completed);
        counter("failed.attempts", "attempts that failed", ProcessorStats::failed);
        counter("aborted.events", "events that this processor gave up", ProcessorStats::aborted);
        counter("refused.completions", "completions that the fence refused", ProcessorStats::refused);
        counter("retried.transactions", "transactions that the database asked to begin anew", ProcessorStats::retried);
        counter("read.rows", "rows that were read", ProcessorStats::read);
    }

    private void counter(String name, String description, ToDoubleFunction<ProcessorStats> value) {
        metrics.counter(name, description, scraped -> value.applyAsDouble(processor.stats()));
    }

    /** Empty when the database does not answer. */
    private Optional<RecentSnapshots.Pair> recent() {
        try {
            return Optional.of(snapshots.get());
        } catch (Failure e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public Record status() {
        try {
            RecentSnapshots.Pair pair = snapshots.get();
            return ProcessorView.of(processor, OutboxView.of(pair.now(), pair.before()), null);
        } catch (Failure e) {
            return ProcessorView.of(processor, null, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ProcessorView.of(processor, null, "interrupted");
        }
    }

    @Override
    public Readiness readiness() {
        return GroupView.readiness(processor.status());
    }

    @Override
    public String metrics() {
        return metrics.text();
    }

    @Override
    public void close() {
        metrics.close();
    }
}
