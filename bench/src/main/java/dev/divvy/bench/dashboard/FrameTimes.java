package dev.divvy.bench.dashboard;

import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.console.ConsoleServer;
import dev.divvy.console.ConsoleSettings;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.browser.Browser;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/** The times between the frames of the page, and the tasks that kept it from drawing, while a large group changes every two seconds. */
final class FrameTimes implements BenchmarkPart {

    private static final String PART = "frames";
    private static final Duration BETWEEN_CHANGES = Duration.ofSeconds(2);
    private static final double LONG_MILLIS = 50;

    private static final String RECORD = """
            window.frameTimes = [];
            window.longTasks = [];
            new PerformanceObserver((list) => list.getEntries().forEach((task) => longTasks.push(task.duration)))
                .observe({type: 'longtask'});
            let last;
            const frame = (now) => { last && frameTimes.push(now - last); last = now; requestAnimationFrame(frame); };
            requestAnimationFrame(frame);
            """;

    private final Duration time;

    FrameTimes(Duration time) {
        this.time = time;
    }

    @Override
    public void run(Report report) throws Exception {
        ChangingGroup group = new ChangingGroup();
        ConsoleSettings settings = ConsoleSettings.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        try (ConsoleServer server = ConsoleServer.start(settings, group);
                Browser browser = Browser.start()) {
            browser.open(server.url() + "/");
            Await.until("the members", () -> browser.names("row").size() > ChangingGroup.MEMBERS - 2);
            browser.run(RECORD);
            report.progress("watching " + ChangingGroup.TOKENS + " tokens and " + ChangingGroup.MEMBERS
                    + " members for " + time.toSeconds() + " s");
            for (int i = 0; i < time.dividedBy(BETWEEN_CHANGES); i++) {
                group.change();
                LockSupport.parkNanos(BETWEEN_CHANGES.toNanos());
            }
            report(report, numbers(browser, "frameTimes"), numbers(browser, "longTasks"));
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Number> numbers(Browser browser, String variable) {
        return (List<Number>) Objects.requireNonNull(browser.run("return window." + variable));
    }

    private static void report(Report report, List<Number> frames, List<Number> tasks) {
        Samples times = Samples.of(frames);
        report.add(Figure.plain(PART, "time between frames", "ms", times));
        report.add(Figure.plain(PART, "its 99th percentile", "ms", single(times.percentile(99))));
        long slow = frames.stream()
                .filter(frame -> frame.doubleValue() > LONG_MILLIS)
                .count();
        report.add(Figure.plain(PART, "frames later than 50 ms", "", single((double) slow)));
        report.add(Figure.plain(PART, "frames in all", "", single(frames.size())));
        report.add(Figure.plain(PART, "tasks longer than 50 ms", "", single(tasks.size())));
        if (!tasks.isEmpty()) {
            report.add(Figure.plain(PART, "their duration", "ms", Samples.of(tasks)));
        }
    }

    private static Samples single(double value) {
        return new Samples(new double[] {value});
    }
}
