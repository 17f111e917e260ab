package dev.divvy.testkit.simulation;

import dev.divvy.coordination.support.DaemonThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Runs many seeds of one scenario on several threads and totals the results. Each simulation runs on one thread; the totals do not depend
 * on the number of threads.
 */
public final class Sweep {

    private final Simulation simulation;
    private final int threads;
    private final Consumer<Totals> progress;

    /**
     * Creates a sweep of a scenario.
     *
     * @param progress receives the totals so far after every run, on one thread at a time
     */
    public Sweep(Scenario scenario, int threads, Consumer<Totals> progress) {
        if (threads < 1) {
            throw new IllegalArgumentException(threads + " threads; a sweep needs at least 1");
        }
        this.simulation = new Simulation(scenario);
        this.threads = threads;
        this.progress = progress;
    }

    public Sweep(Scenario scenario, int threads) {
        this(scenario, threads, totals -> {});
    }

    /**
     * Runs this many seeds from the first on. When the calling thread is interrupted it stops soon and returns the totals of the completed
     * runs.
     */
    public Totals run(long firstSeed, long seeds) {
        if (seeds < 0 || firstSeed > Long.MAX_VALUE - threads - seeds) {
            throw new IllegalArgumentException(seeds + " seeds from " + firstSeed + " on exceed the range of a long");
        }
        AtomicLong next = new AtomicLong(firstSeed);
        ResultCollector results = new ResultCollector(progress);
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            workers.add(DaemonThreads.start("sweep-" + i, () -> work(next, firstSeed + seeds, results)));
        }
        for (Thread worker : workers) {
            await(worker, results);
        }
        return results.finished();
    }

    private void work(AtomicLong next, long end, ResultCollector results) {
        try {
            for (long seed = next.getAndIncrement();
                    seed < end && !results.isStopped();
                    seed = next.getAndIncrement()) {
                simulation.run(seed, results::isStopped).ifPresent(results::add);
            }
        } catch (RuntimeException | Error thrown) {
            results.failed(thrown);
        }
    }

    /** Waits for a worker. An interrupt stops all workers; unfinished runs are not counted. */
    private static void await(Thread worker, ResultCollector results) {
        boolean interrupted = false;
        for (boolean done = false; !done; ) {
            try {
                worker.join();
                done = true;
            } catch (InterruptedException e) {
                interrupted = true;
                results.stop();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Collects the results of the threads. */
    private static final class ResultCollector {

        private final Consumer<Totals> progress;
        private Totals totals = Totals.NONE;
        private Optional<Throwable> failure = Optional.empty();
        private volatile boolean stopped;

        ResultCollector(Consumer<Totals> progress) {
            this.progress = progress;
        }

        synchronized void add(SimulationResult result) {
            totals = totals.plus(result);
            progress.accept(totals);
        }

        synchronized void failed(Throwable cause) {
            failure = Optional.of(cause);
            stop();
        }

        void stop() {
            stopped = true;
        }

        boolean isStopped() {
            return stopped;
        }

        synchronized Totals finished() {
            failure.ifPresent(cause -> {
                throw new IllegalStateException("a simulation failed", cause);
            });
            return totals;
        }
    }

    /**
     * The totals of many runs.
     *
     * @param violations the number of runs in which each violation occurred
     * @param breaches some of them with their traces, at most {@value #MOST_BREACHES}
     */
    public record Totals(
            long seeds,
            Duration simulated,
            long events,
            Map<InjectedFault, Long> injected,
            SimulationResult.Activity activity,
            Map<Violation, Long> violations,
            List<SimulationResult.Breach> breaches) {

        private static final int MOST_BREACHES = 20;

        public static final Totals NONE = new Totals(
                0,
                Duration.ZERO,
                0,
                new EnumMap<>(InjectedFault.class),
                SimulationResult.Activity.NONE,
                new EnumMap<>(Violation.class),
                List.of());

        public Totals {
            EnumMap<InjectedFault, Long> counts = new EnumMap<>(InjectedFault.class);
            counts.putAll(injected);
            injected = Collections.unmodifiableMap(counts);
            EnumMap<Violation, Long> violated = new EnumMap<>(Violation.class);
            violated.putAll(violations);
            violations = Collections.unmodifiableMap(violated);
            breaches = List.copyOf(breaches);
        }

        public Totals plus(SimulationResult result) {
            EnumMap<InjectedFault, Long> counts = new EnumMap<>(InjectedFault.class);
            counts.putAll(injected);
            result.injected().forEach((fault, count) -> counts.merge(fault, count, Long::sum));
            EnumMap<Violation, Long> violated = new EnumMap<>(Violation.class);
            violated.putAll(violations);
            result.violations().forEach(violation -> violated.merge(violation, 1L, Long::sum));
            List<SimulationResult.Breach> shown = new ArrayList<>(breaches);
            result.breaches().stream().limit(MOST_BREACHES - shown.size()).forEach(shown::add);
            return new Totals(
                    seeds + 1,
                    simulated.plus(result.simulated()),
                    events + result.events(),
                    counts,
                    activity.plus(result.activity()),
                    violated,
                    shown);
        }

        /** The number of injected faults; operator actions are not counted. */
        public long faults() {
            return InjectedFault.faults(injected);
        }

        public boolean isClean() {
            return violations.isEmpty();
        }
    }
}
