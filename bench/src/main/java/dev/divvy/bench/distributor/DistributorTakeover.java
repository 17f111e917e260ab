package dev.divvy.bench.distributor;

import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.bench.live.Timing;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.testservers.process.TestProcess;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * Services and instances are killed, paused and ended in order: the time until the table does not contain them, or another instance writes.
 */
final class DistributorTakeover implements BenchmarkPart {

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final double SERVICE_GOAL = 2;
    private static final double A_WRITE = 0.1;
    private static final double KILLED_GOAL = 5;
    private static final double ENDED_GOAL = 2 + 1;

    private final String redis;
    private final int times;
    private final SplittableRandom random = new SplittableRandom(1);

    DistributorTakeover(String redis, int times) {
        this.redis = redis;
        this.times = times;
    }

    @Override
    public void run(Report report) {
        try (DistributorCluster cluster = new DistributorCluster(redis)) {
            String service = "a service, until the table does not contain it";
            judge(
                    report,
                    service,
                    "kill -9",
                    SERVICE_GOAL,
                    "poll interval + ping timeout, 2 s",
                    () -> gone(cluster, TestProcess::kill));
            judge(
                    report,
                    service,
                    "paused (SIGSTOP)",
                    SERVICE_GOAL + A_WRITE,
                    "poll interval + ping timeout + a write, 2.1 s",
                    () -> gone(cluster, TestProcess::pause));
            String writer = "the writing instance, until another writes";
            judge(report, writer, "kill -9", KILLED_GOAL, "5 s", () -> replaced(cluster, TestProcess::kill));
            judge(
                    report,
                    writer,
                    "ended in order (SIGTERM)",
                    ENDED_GOAL,
                    "2 s + poll interval, 3 s",
                    () -> replaced(cluster, TestProcess::terminate));
            moves(report, "kill -9", cluster, TestProcess::kill);
            moves(report, "ended in order (SIGTERM)", cluster, TestProcess::terminate);
        }
        report.note(
                "takeover: two instances and four services, each in a separate JVM, 1,000 units, default settings (poll interval 1 s,"
                        + " ping timeout 1 s); another instance writes when the table does not contain a service that was killed together with the writer");
    }

    private void judge(
            Report report, String part, String name, double goal, String goalText, DoubleSupplier measurement) {
        double[] seconds = new double[times];
        for (int i = 0; i < times; i++) {
            seconds[i] = measurement.getAsDouble();
            report.progress(part + ", " + name + ": " + Math.round(seconds[i] * 1000) + " ms");
        }
        Samples samples = new Samples(seconds);
        report.add(
                Figure.judged(part, name, "s", samples, "at most " + goalText + ", each time", samples.most() <= goal));
    }

    private double gone(DistributorCluster cluster, Consumer<TestProcess> end) {
        settle(cluster);
        String address = cluster.anyService();
        try (TestProcess service = cluster.removeService(address)) {
            long began = System.nanoTime();
            end.accept(service);
            cluster.awaitGone(address);
            double seconds = Timing.seconds(System.nanoTime() - began);
            cluster.unlist(address);
            return seconds;
        }
    }

    private double replaced(DistributorCluster cluster, Consumer<TestProcess> end) {
        while (true) {
            OptionalDouble seconds = replacedOnce(cluster, end);
            if (seconds.isPresent()) {
                return seconds.getAsDouble();
            }
        }
    }

    /** Returns empty when the ending instance wrote the table once more, so that no takeover was measured. */
    private OptionalDouble replacedOnce(DistributorCluster cluster, Consumer<TestProcess> end) {
        settle(cluster);
        String address = cluster.anyService();
        try (TestProcess writer = cluster.removeWriter();
                TestProcess service = cluster.removeService(address)) {
            long began = System.nanoTime();
            // Concurrently, because ending a process in order takes a while.
            Thread ending = new Thread(() -> end.accept(writer), "divvy-bench-ending");
            ending.start();
            service.kill();
            cluster.awaitGone(address);
            double seconds = Timing.seconds(System.nanoTime() - began);
            boolean successor = !cluster.lastWriter().equals(writer.name());
            join(ending);
            cluster.unlist(address);
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

    private void moves(Report report, String name, DistributorCluster cluster, Consumer<TestProcess> end) {
        double[] moved = new double[times];
        boolean unchanged = true;
        for (int i = 0; i < times; i++) {
            settle(cluster);
            Distribution before = cluster.distribution();
            try (TestProcess writer = cluster.removeWriter()) {
                end.accept(writer);
            }
            cluster.awaitSuccessor();
            Distribution after = cluster.distribution();
            moved[i] = StrategyRebalancer.moved(before.table(), after.table());
            unchanged &= Objects.equals(before.version(), after.version());
        }
        Samples samples = new Samples(moved);
        report.progress("units moved by " + name + ": " + samples.most());
        report.add(Figure.judged(
                "units that move when only the writing instance ends",
                name,
                "",
                samples,
                "0, and nothing is written",
                samples.most() == 0 && unchanged));
    }

    /** Waits for a settled cluster, and then for a random part of the poll interval. */
    private void settle(DistributorCluster cluster) {
        cluster.settle();
        Timing.sleepUntil(System.nanoTime() + random.nextLong(INTERVAL.toNanos()));
    }
}
