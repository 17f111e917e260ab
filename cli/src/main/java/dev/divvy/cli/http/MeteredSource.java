package dev.divvy.cli.http;

import dev.divvy.console.ConsoleSource;
import dev.divvy.console.StatusMetrics;

/** A source whose metrics are read from one status. */
public abstract class MeteredSource<S> implements ConsoleSource, AutoCloseable {

    protected final StatusMetrics<S> metrics;

    /** @param prefix the prefix of the names of all metrics */
    protected MeteredSource(String prefix) {
        this.metrics = new StatusMetrics<>(prefix, this::sample);
    }

    /** Returns the status that the metrics are read from. */
    protected abstract S sample();

    @Override
    public final String metrics() {
        return metrics.text();
    }

    @Override
    public final void close() {
        metrics.close();
    }
}
