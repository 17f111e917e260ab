package dev.divvy.bench.distributor;

import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Moments;
import dev.divvy.bench.live.Part;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Spread;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.testservers.process.TestProcess;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/** Services and instances are killed, stopped and ended in order: how long until the table is without them, or another writes it. */
final class Takeover implements Part {

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final double SERVICE_GOAL = 2;
    private static final double A_WRITE = 0.1;
    private static final double KILLED_GOAL = 5;
    private static final double ENDED_GOAL = 2 + 1;

    private final String redis;
    private final int times;
    private final SplittableRandom random = new SplittableRandom(1);

    Takeover(String redis, int times) {
        this.redis = redis;
        this.times = times;
    }

    @Override
    public void run(Report report) {
        try (Stage stage = new Stage(redis)) {
            String service = "a service, until the table is without it";
            judge(
                    report,
                    service,
                    "kill -9",
                    SERVICE_GOAL,
                    "poll interval + ping timeout, 2 s",
                    () -> gone(stage, TestProcess::kill));
            judge(
                    report,
                    service,
                    "stands still (SIGSTOP)",
                    SERVICE_GOAL + A_WRITE,
                    "poll interval + ping timeout + a write, 2.1 s",
                    () -> gone(stage, TestProcess::pause));
            String writer = "the writing instance, until another writes";
            judge(report, writer, "kill -9", KILLED_GOAL, "5 s", () -> replaced(stage, TestProcess::kill));
            judge(
                    report,
                    writer,
                    "ended in order (SIGTERM)",
                    ENDED_GOAL,
                    "2 s + poll interval, 3 s",
                    () -> replaced(stage, TestProcess::terminate));
            moves(report, "kill -9", stage, TestProcess::kill);
            moves(report, "ended in order (SIGTERM)", stage, TestProcess::terminate);
        }
        report.note(
                "takeover: two instances and four services, each in a JVM of its own, 1,000 units, usual settings (poll interval 1 s,"
                        + " ping timeout 1 s); another writes when the table is without a service that was killed together with the writer");
    }

    private void judge(Report report, String part, String name, double goal, String words, DoubleSupplier measurement) {
        double[] seconds = new double[times];
        for (int i = 0; i < times; i++) {
            seconds[i] = measurement.getAsDouble();
            report.progress(part + ", " + name + ": " + Math.round(seconds[i] * 1000) + " ms");
        }
        Spread spread = new Spread(seconds);
        report.add(Figure.judged(part, name, "s", spread, "at most " + words + ", each time", spread.most() <= goal));
    }

    private double gone(Stage stage, Consumer<TestProcess> end) {
        settle(stage);
        String address = stage.oneService();
        try (TestProcess service = stage.takeService(address)) {
            long began = System.nanoTime();
            end.accept(service);
            stage.awaitGone(address);
            double seconds = Moments.seconds(System.nanoTime() - began);
            stage.forget(address);
            return seconds;
        }
    }

    private double replaced(Stage stage, Consumer<TestProcess> end) {
        while (true) {
            OptionalDouble seconds = replacedOnce(stage, end);
            if (seconds.isPresent()) {
                return seconds.getAsDouble();
            }
        }
    }

    /** Empty when the one that was to be ended wrote once more: then it was not taken over from. */
    private OptionalDouble replacedOnce(Stage stage, Consumer<TestProcess> end) {
        settle(stage);
        String address = stage.oneService();
        try (TestProcess writer = stage.takeWriter();
                TestProcess service = stage.takeService(address)) {
            long began = System.nanoTime();
            // At the same time: the end of a process in order takes a while.
            Thread ending = new Thread(() -> end.accept(writer), "divvy-bench-ending");
            ending.start();
            service.kill();
            stage.awaitGone(address);
            double seconds = Moments.seconds(System.nanoTime() - began);
            boolean successor = !stage.lastWriter().equals(writer.name());
            join(ending);
            stage.forget(address);
            return successor ? OptionalDouble.of(seconds) : OptionalDouble.empty();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void moves(Report report, String name, Stage stage, Consumer<TestProcess> end) {
        double[] moved = new double[times];
        boolean same = true;
        for (int i = 0; i < times; i++) {
            settle(stage);
            Distribution before = stage.distribution();
            try (TestProcess writer = stage.takeWriter()) {
                end.accept(writer);
            }
            stage.awaitSuccessor();
            Distribution after = stage.distribution();
            moved[i] = Divided.moved(before.table(), after.table());
            same &= Objects.equals(before.version(), after.version());
        }
        Spread spread = new Spread(moved);
        report.progress("units moved by " + name + ": " + spread.most());
        report.add(Figure.judged(
                "units that move when only the writing instance goes",
                name,
                "",
                spread,
                "0, and nothing is written",
                spread.most() == 0 && same));
    }

    /** And then some moment of the poll interval, as chance has it. */
    private void settle(Stage stage) {
        stage.settle();
        Moments.until(System.nanoTime() + random.nextLong(INTERVAL.toNanos()));
    }
}
