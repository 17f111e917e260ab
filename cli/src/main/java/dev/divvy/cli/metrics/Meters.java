package dev.divvy.cli.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Figures of something that can say how it stands, and of the machine, in the form that Prometheus reads. All figures of one answer are of
 * one moment.
 */
public final class Meters<T> implements AutoCloseable {

    private static final double NANOS = 1e9;

    private final String prefix;
    private final Supplier<T> status;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();

    /** What the figures are read from; written by {@link #text}. */
    private volatile T now;

    /** @param prefix of all names, with a dot at its end */
    public Meters(String prefix, Supplier<T> status) {
        this.prefix = prefix;
        this.status = status;
        this.now = status.get();
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
    }

    public void gauge(String name, String description, ToDoubleFunction<T> figure) {
        gauge(name, description, Tags.empty(), figure);
    }

    public void gauge(String name, String description, Tags tags, ToDoubleFunction<T> figure) {
        Gauge.builder(prefix + name, this, it -> figure.applyAsDouble(it.now))
                .description(description)
                .tags(tags)
                .register(registry);
    }

    /** How long something took. */
    public void length(String name, String description, Function<T, Duration> figure) {
        Gauge.builder(prefix + name, this, it -> figure.apply(it.now).toNanos() / NANOS)
                .description(description)
                .baseUnit("seconds")
                .register(registry);
    }

    public void counter(String name, String description, ToDoubleFunction<T> figure) {
        FunctionCounter.builder(prefix + name, this, it -> figure.applyAsDouble(it.now))
                .description(description)
                .register(registry);
    }

    public void timer(String name, String description, ToLongFunction<T> count, Function<T, Duration> total) {
        FunctionTimer.builder(
                        prefix + name,
                        this,
                        it -> count.applyAsLong(it.now),
                        it -> total.apply(it.now).toNanos(),
                        TimeUnit.NANOSECONDS)
                .description(description)
                .register(registry);
    }

    public synchronized String text() {
        now = status.get();
        return registry.scrape();
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
