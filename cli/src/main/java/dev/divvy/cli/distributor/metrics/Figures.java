package dev.divvy.cli.distributor.metrics;

import dev.divvy.allocation.Version;
import dev.divvy.cli.metrics.Meters;
import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.DistributorStatus.Counters;
import io.micrometer.core.instrument.Tags;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The figures of an instance. */
final class Figures {

    private final Meters<DistributorStatus> meters;

    private Figures(Meters<DistributorStatus> meters) {
        this.meters = meters;
    }

    static Meters<DistributorStatus> of(Supplier<DistributorStatus> status) {
        Meters<DistributorStatus> meters = new Meters<>("divvy.distributor.", status);
        Figures figures = new Figures(meters);
        figures.gauges();
        figures.counters();
        return meters;
    }

    private void gauges() {
        meters.gauge("writing", "1 when this instance writes the table", seen -> seen.writing() ? 1 : 0);
        meters.gauge(
                "trouble",
                "1 when the store does not answer",
                seen -> seen.trouble().isPresent() ? 1 : 0);
        meters.gauge("units", "units that are divided; known to the writer", DistributorStatus::units);
        meters.gauge(
                "epoch",
                "epoch of the table",
                seen -> seen.version().map(Version::epoch).orElse(0L));
        meters.gauge(
                "refused.names",
                "names in the lists that cannot be used",
                seen -> seen.refused().size());
        services("alive", DistributorStatus::alive);
        services("denied", seen -> seen.services().size() - seen.alive());
        meters.length(
                "last.round",
                "how long the last round took",
                seen -> seen.counters().lastRound());
    }

    private void services(String state, ToDoubleFunction<DistributorStatus> figure) {
        meters.gauge("services", "registered services; known to the writer", Tags.of("state", state), figure);
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
        meters.timer(
                "ping",
                "how long services take to answer a ping",
                seen -> seen.counters().pings(),
                seen -> seen.counters().pinging());
    }

    private void counter(String name, String description, ToDoubleFunction<Counters> figure) {
        meters.counter(name, description, seen -> figure.applyAsDouble(seen.counters()));
    }
}
