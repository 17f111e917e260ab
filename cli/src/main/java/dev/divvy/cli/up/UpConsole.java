package dev.divvy.cli.up;

import dev.divvy.cli.up.DemoStatus.ProcessStatus;
import dev.divvy.console.ConsoleSource;
import dev.divvy.console.Readiness;
import dev.divvy.console.StatusMetrics;
import java.util.List;
import java.util.stream.Collectors;

/** What {@code divvy up} shows over HTTP: its demos and their processes, as they were last seen. */
final class UpConsole implements ConsoleSource, AutoCloseable {

    /** The schema of the JSON. */
    record View(List<DemoStatus> demos) {}

    /** Written by the thread that supervises the demos. */
    private volatile View shown;

    private final StatusMetrics<List<ProcessStatus>> metrics;

    UpConsole(List<DemoStatus> demos) {
        this.shown = new View(demos);
        this.metrics = new StatusMetrics<>("divvy.up.", this::processes);
        metrics.gauge("processes", "processes of the demos", List::size);
        metrics.gauge(
                "present",
                "processes that take part",
                now -> now.stream().filter(ProcessStatus::present).count());
    }

    void show(List<DemoStatus> demos) {
        shown = new View(demos);
    }

    private List<ProcessStatus> processes() {
        return shown.demos().stream().flatMap(demo -> demo.processes().stream()).toList();
    }

    @Override
    public Record status() {
        return shown;
    }

    @Override
    public Readiness readiness() {
        String absent = processes().stream()
                .filter(process -> !process.present())
                .map(ProcessStatus::toString)
                .collect(Collectors.joining(", "));
        return absent.isEmpty() ? Readiness.ready("all processes take part") : Readiness.notReady(absent);
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
