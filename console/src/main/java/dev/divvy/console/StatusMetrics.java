package dev.divvy.console;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of a status and of the JVM, in the text format of Prometheus. All status values of one text come from one status.
 */
public final class StatusMetrics<T> implements AutoCloseable {

    private static final double NANOS_PER_SECOND = 1e9;

    private final String prefix;
    private final Supplier<T> status;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics garbageCollection = new JvmGcMetrics();

    private final ReentrantLock scraping = new ReentrantLock();

    /** The status that the values are read from; written by {@link #text} under the lock, null before its first call. */
    private volatile @Nullable T now;

    /**
     * Registers the metrics of the JVM; those of the status are added by the other methods.
     *
     * @param prefix the beginning of all names, with a dot at its end, such as {@code divvy.cache.}
     * @param status the source of the status; it may block, and {@link #text} passes its failures on
     */
    public StatusMetrics(String prefix, Supplier<T> status) {
        this.prefix = prefix;
        this.status = status;
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        garbageCollection.bindTo(registry);
    }

    /** Adds metrics that do not come from the status. */
    public void bind(MeterBinder more) {
        more.bindTo(registry);
    }

    public void gauge(String name, String description, ToDoubleFunction<T> value) {
        gauge(name, description, Tags.empty(), value);
    }

    /** Adds one of several gauges of the same name, which differ in the value of a label. */
    public void gauge(String name, String description, String label, String labelValue, ToDoubleFunction<T> value) {
        gauge(name, description, Tags.of(label, labelValue), value);
    }

    private void gauge(String name, String description, Tags tags, ToDoubleFunction<T> value) {
        Gauge.builder(prefix + name, this, metrics -> value.applyAsDouble(metrics.now()))
                .description(description)
                .tags(tags)
                .register(registry);
    }

    /** Adds a gauge of a duration, in seconds. */
    public void seconds(String name, String description, Function<T, Duration> value) {
        Gauge.builder(prefix + name, this, metrics -> value.apply(metrics.now()).toNanos() / NANOS_PER_SECOND)
                .description(description)
                .baseUnit("seconds")
                .register(registry);
    }

    public void counter(String name, String description, ToDoubleFunction<T> value) {
        FunctionCounter.builder(prefix + name, this, metrics -> value.applyAsDouble(metrics.now()))
                .description(description)
                .register(registry);
    }

    public void timer(String name, String description, ToLongFunction<T> count, Function<T, Duration> total) {
        FunctionTimer.builder(
                        prefix + name,
                        this,
                        metrics -> count.applyAsLong(metrics.now()),
                        metrics -> total.apply(metrics.now()).toNanos(),
                        TimeUnit.NANOSECONDS)
                .description(description)
                .register(registry);
    }

    private T now() {
        return Objects.requireNonNull(now, "the status is set before the values are read");
    }

    /** Returns the text for one scrape. */
    public String text() {
        try {
            // Interruptibly: while the status hangs, waiting calls can be given up.
            scraping.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before the metrics were read", e);
        }
        try {
            now = status.get();
            return registry.scrape();
        } finally {
            scraping.unlock();
        }
    }

    @Override
    public void close() {
        garbageCollection.close();
        registry.close();
    }
}
