package dev.divvy.cli.distributor;

import dev.divvy.allocation.Version;
import dev.divvy.cli.http.MeteredSource;
import dev.divvy.console.ProductSnapshot;
import dev.divvy.console.Readiness;
import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.DistributorStatus.Counters;
import dev.divvy.distributor.StoreNames;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The status and the metrics of a distributor instance, as it serves them over HTTP. */
final class DistributorConsole extends MeteredSource<DistributorStatus> {

    private final StoreNames names;
    private final ObservedTable table;
    private final Supplier<DistributorStatus> status;

    DistributorConsole(StoreNames names, ObservedTable table, Supplier<DistributorStatus> status) {
        super("divvy.distributor.");
        this.names = names;
        this.table = table;
        this.status = status;
        gauges();
        counters();
    }

    @Override
    protected DistributorStatus sample() {
        return status.get();
    }

    @Override
    public List<ProductSnapshot> products() {
        return List.of(table.look(units -> DistributorFigures.of(status.get(), names, units)));
    }

    @Override
    public Readiness readiness() {
        DistributorStatus now = status.get();
        return now.problem()
                .map(Readiness::notReady)
                .orElseGet(() -> now.writer().isEmpty()
                        ? Readiness.notReady("no instance writes the table yet")
                        : Readiness.ready(now.writing() ? "writes the table" : "stands by to take over"));
    }

    private void gauges() {
        metrics.gauge("writing", "1 when this instance writes the table", now -> now.writing() ? 1 : 0);
        metrics.gauge(
                "problem",
                "1 when the store does not answer",
                now -> now.problem().isPresent() ? 1 : 0);
        metrics.gauge("units", "units in the table; known to the writer only", DistributorStatus::units);
        metrics.gauge(
                "epoch",
                "epoch of the table",
                now -> now.version().map(Version::epoch).orElse(0L));
        metrics.gauge(
                "refused.names",
                "names in the lists that cannot be used",
                now -> now.refused().size());
        services("alive", DistributorStatus::alive);
        services("denied", now -> now.services().size() - now.alive());
        metrics.gauge(
                "unanswered.services",
                "services that did not answer the last ping and still have their units",
                DistributorConsole::unanswered);
        metrics.seconds(
                "last.round",
                "duration of the last round",
                now -> now.counters().lastRound());
    }

    private static long unanswered(DistributorStatus status) {
        return status.services().stream()
                .filter(service -> service.alive() && service.reason().isPresent())
                .count();
    }

    private void services(String state, ToDoubleFunction<DistributorStatus> value) {
        metrics.gauge("services", "registered services; known to the writer only", "state", state, value);
    }

    private void counters() {
        counter("rounds", "rounds of reading, pinging and deciding", Counters::rounds);
        counter("pings", "pings sent", Counters::pings);
        counter("failed.pings", "pings without a good answer", Counters::failedPings);
        counter("denials", "services that stopped answering", Counters::denials);
        counter("returns", "services that answered again", Counters::returns);
        counter("redistributions", "tables that were published", Counters::redistributions);
        counter("moved.units", "units that moved from one service to another", Counters::moved);
        counter("store.errors", "rounds that failed because of the store", Counters::failedRounds);
        metrics.timer(
                "ping",
                "time that services take to answer a ping",
                now -> now.counters().pings(),
                now -> now.counters().pinging());
    }

    private void counter(String name, String description, ToDoubleFunction<Counters> value) {
        metrics.counter(name, description, now -> value.applyAsDouble(now.counters()));
    }
}
