package dev.divvy.bench.dashboard;

import dev.divvy.bench.live.BenchmarkParts;
import dev.divvy.bench.live.ProductBenchmark;
import dev.divvy.bench.live.Report;
import dev.divvy.testservers.browser.BrowserPrograms;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The benchmark of the dashboard, in a real browser. */
public final class DashboardBench implements ProductBenchmark {

    @Override
    public String name() {
        return "dashboard";
    }

    @Override
    public List<String> parts() {
        return List.of("frames");
    }

    @Override
    public Optional<String> missing() {
        return BrowserPrograms.missing().map(reason -> "the dashboard is measured in a browser: " + reason);
    }

    @Override
    public void run(boolean quick, String only, Report report) throws Exception {
        Duration time = Duration.ofSeconds(quick ? 6 : 30);
        new BenchmarkParts().add("frames", new FrameTimes(time)).run(only, report);
    }
}
