package dev.divvy.cli.up;

import dev.divvy.cli.http.MeteredSource;
import dev.divvy.cli.up.demo.Demo;
import dev.divvy.cli.up.demo.DemoStatus.ProcessStatus;
import dev.divvy.console.Operations;
import dev.divvy.console.OperationsView.Audit;
import dev.divvy.console.ProductSnapshot;
import dev.divvy.console.Readiness;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** The demos as the dashboard shows them, and their metrics. */
final class UpConsole extends MeteredSource<UpConsole.Sample> {

    /** The values that the metrics are read from. */
    record Sample(List<ProcessStatus> processes, Audit audit) {}

    private final List<Demo> demos;
    private final UpOperations operations;

    /** @param demos grows while the demos start */
    UpConsole(List<Demo> demos, UpOperations operations) {
        super("divvy.up.");
        this.demos = demos;
        this.operations = operations;
        metrics.gauge(
                "processes",
                "processes of the demos",
                sample -> sample.processes().size());
        metrics.gauge(
                "present",
                "processes that take part",
                sample -> sample.processes().stream()
                        .filter(ProcessStatus::present)
                        .count());
        counter("faults", "processes that were killed or paused by order", Audit::faults);
        counter("checks", "values, events and effects that were checked", Audit::checks);
        counter("lost", "entries, events and units that are gone without a reason", Audit::lost);
        counter("out.of.order", "old values, events that overtook others, units with two owners", Audit::outOfOrder);
        counter("refused", "effects of former owners that were refused", Audit::refused);
    }

    private void counter(String name, String description, ToLongFunction<Audit> value) {
        metrics.counter(name, description, sample -> value.applyAsLong(sample.audit()));
    }

    @Override
    protected Sample sample() {
        return new Sample(processes(), operations.audit());
    }

    private List<ProcessStatus> processes() {
        return demos.stream()
                .flatMap(demo -> demo.status().processes().stream())
                .toList();
    }

    @Override
    public List<ProductSnapshot> products() {
        return demos.stream().map(Demo::snapshot).toList();
    }

    @Override
    public Readiness readiness() {
        List<ProcessStatus> processes = processes();
        String absent = processes.stream()
                .filter(process -> !process.present())
                .map(ProcessStatus::toString)
                .collect(Collectors.joining(", "));
        if (processes.isEmpty()) {
            return Readiness.notReady("no process has started yet");
        }
        return absent.isEmpty() ? Readiness.ready("all processes take part") : Readiness.notReady(absent);
    }

    @Override
    public Optional<Operations> operations() {
        return Optional.of(operations);
    }
}
