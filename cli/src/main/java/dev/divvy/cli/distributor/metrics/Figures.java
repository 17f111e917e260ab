package dev.divvy.cli.distributor.metrics;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.DistributorStatus.Counters;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The figures of an instance in the form that Prometheus reads. All figures of one answer are of one moment. */
final class Figures implements AutoCloseable {

    private static final String PREFIX = "divvy.distributor.";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final Supplier<DistributorStatus> status;

    /** What the figures are read from; written by {@link #text}. */
    private volatile DistributorStatus now;

    Figures(Supplier<DistributorStatus> status) {
        this.status = status;
        this.now = status.get();
        gauges();
        counters();
        machine();
    }

    private void gauges() {
        gauge("writing", "1 when this instance writes the table", seen -> seen.writing() ? 1 : 0);
        gauge(
                "trouble",
                "1 when the store does not answer",
                seen -> seen.trouble().isPresent() ? 1 : 0);
        gauge("units", "units that are divided; known to the writer", DistributorStatus::units);
        gauge(
                "epoch",
                "epoch of the table",
                seen -> seen.version().map(Version::epoch).orElse(0L));
        gauge(
                "refused.names",
                "names in the lists that cannot be used",
                seen -> seen.refused().size());
        services("alive", DistributorStatus::alive);
        services("denied", seen -> seen.services().size() - seen.alive());
        Gauge.builder(
                        PREFIX + "last.round",
                        this,
                        it -> it.now.counters().lastRound().toNanos() / 1e9)
                .description("how long the last round took")
                .baseUnit("seconds")
                .register(registry);
    }

    private void services(String state, ToDoubleFunction<DistributorStatus> figure) {
        Gauge.builder(PREFIX + "services", this, it -> figure.applyAsDouble(it.now))
                .description("registered services; known to the writer")
                .tag("state", state)
                .register(registry);
    }

    private void gauge(String name, String description, ToDoubleFunction<DistributorStatus> figure) {
        Gauge.builder(PREFIX + name, this, it -> figure.applyAsDouble(it.now))
                .description(description)
                .register(registry);
    }

    private void counters() {
        counter("rounds", "rounds of reading, pinging and deciding", Counters::rounds);
        counter("pings", "pings sent", Counters::pings);
        counter("failed.pings", "pings without a good answer", Counters::failedPings);
        counter("denials", "services that stopped answering", Counters::denials);
        counter("returns", "services that answered again", Counters::returns);
        counter("redistributions", "tables that were hung up", Counters::redistributions);
        counter("moved.units", "units that went from one service to another", Counters::moved);
        counter("store.troubles", "rounds that the store did not let happen", Counters::troubles);
        FunctionTimer.builder(
                        PREFIX + "ping",
                        this,
                        it -> it.now.counters().pings(),
                        it -> it.now.counters().pinging().toNanos(),
                        TimeUnit.NANOSECONDS)
                .description("how long services take to answer a ping")
                .register(registry);
    }

    private void counter(String name, String description, ToDoubleFunction<Counters> figure) {
        FunctionCounter.builder(PREFIX + name, this, it -> figure.applyAsDouble(it.now.counters()))
                .description(description)
                .register(registry);
    }

    private void machine() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
    }

    synchronized String text() {
        now = status.get();
        return registry.scrape();
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
