package dev.divvy.cli.up;

import dev.divvy.cli.http.MeteredSource;
import dev.divvy.cli.up.DemoStatus.ProcessStatus;
import dev.divvy.console.Readiness;
import java.util.List;
import java.util.stream.Collectors;

/** The last known status of the demos and their processes, as {@code divvy up} serves it over HTTP. */
final class UpConsole extends MeteredSource<List<ProcessStatus>> {

    /** The schema of the JSON. */
    record View(List<DemoStatus> demos) {}

    /** Written by the thread that supervises the demos. */
    private volatile View shown;

    UpConsole(List<DemoStatus> demos) {
        super("divvy.up.");
        this.shown = new View(demos);
        metrics.gauge("processes", "processes of the demos", List::size);
        metrics.gauge(
                "present",
                "processes that take part",
                now -> now.stream().filter(ProcessStatus::present).count());
    }

    void show(List<DemoStatus> demos) {
        shown = new View(demos);
    }

    @Override
    protected List<ProcessStatus> sample() {
        return shown.demos().stream().flatMap(demo -> demo.processes().stream()).toList();
    }

    @Override
    public Record status() {
        return shown;
    }

    @Override
    public Readiness readiness() {
        String absent = sample().stream()
                .filter(process -> !process.present())
                .map(ProcessStatus::toString)
                .collect(Collectors.joining(", "));
        return absent.isEmpty() ? Readiness.ready("all processes take part") : Readiness.notReady(absent);
    }
}
