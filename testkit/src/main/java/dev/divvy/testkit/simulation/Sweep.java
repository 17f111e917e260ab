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
 * Runs many seeds of one scenario on several threads and sums them up. Each simulation has one thread; the sum does not depend on how
 * many there are.
 */
public final class Sweep {

    private final Simulation simulation;
    private final int threads;
    private final Consumer<Totals> progress;

    /**
     * A sweep of a scenario.
     *
     * @param progress told the sum so far after every run, by one thread at a time
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
     * Runs so many seeds from the first on. When the calling thread is interrupted it stops soon, with what was run to its end until
     * then.
     */
    public Totals run(long firstSeed, long seeds) {
        if (seeds < 0 || firstSeed > Long.MAX_VALUE - threads - seeds) {
            throw new IllegalArgumentException(seeds + " seeds from " + firstSeed + " on; there are not so many");
        }
        AtomicLong next = new AtomicLong(firstSeed);
        Gathering gathering = new Gathering(progress);
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            workers.add(DaemonThreads.start("sweep-" + i, () -> work(next, firstSeed + seeds, gathering)));
        }
        for (Thread worker : workers) {
            await(worker, gathering);
        }
        return gathering.finished();
    }

    private void work(AtomicLong next, long end, Gathering gathering) {
        try {
            for (long seed = next.getAndIncrement();
                    seed < end && !gathering.isStopped();
                    seed = next.getAndIncrement()) {
                simulation.run(seed, gathering::isStopped).ifPresent(gathering::add);
            }
        } catch (RuntimeException | Error broken) {
            gathering.failed(broken);
        }
    }

    /** An interrupt stops all; what is running then is not counted. */
    private static void await(Thread worker, Gathering gathering) {
        boolean interrupted = false;
        for (boolean done = false; !done; ) {
            try {
                worker.join();
                done = true;
            } catch (InterruptedException e) {
                interrupted = true;
                gathering.stop();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Where the threads put what they ran. */
    private static final class Gathering {

        private final Consumer<Totals> progress;
        private Totals totals = Totals.NONE;
        private Optional<Throwable> failure = Optional.empty();
        private volatile boolean stopped;

        Gathering(Consumer<Totals> progress) {
            this.progress = progress;
        }

        synchronized void add(SimulationResult outcome) {
            totals = totals.plus(outcome);
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
                throw new IllegalStateException("a simulation could not be run to its end", cause);
            });
            return totals;
        }
    }

    /**
     * Many runs, summed up.
     *
     * @param violations in how many runs each promise was broken
     * @param breaches some of them with their traces, at most {@value #MOST_BREACHES}
     */
    public record Totals(
            long seeds,
            Duration simulated,
            long events,
            Map<InjectedFault, Long> troubles,
            SimulationResult.Deeds deeds,
            Map<Violation, Long> violations,
            List<SimulationResult.Breach> breaches) {

        private static final int MOST_BREACHES = 20;

        public static final Totals NONE = new Totals(
                0,
                Duration.ZERO,
                0,
                new EnumMap<>(InjectedFault.class),
                SimulationResult.Deeds.NONE,
                new EnumMap<>(Violation.class),
                List.of());

        public Totals {
            EnumMap<InjectedFault, Long> counted = new EnumMap<>(InjectedFault.class);
            counted.putAll(troubles);
            troubles = Collections.unmodifiableMap(counted);
            EnumMap<Violation, Long> broken = new EnumMap<>(Violation.class);
            broken.putAll(violations);
            violations = Collections.unmodifiableMap(broken);
            breaches = List.copyOf(breaches);
        }

        public Totals plus(SimulationResult outcome) {
            EnumMap<InjectedFault, Long> counted = new EnumMap<>(InjectedFault.class);
            counted.putAll(troubles);
            outcome.troubles().forEach((trouble, count) -> counted.merge(trouble, count, Long::sum));
            EnumMap<Violation, Long> broken = new EnumMap<>(Violation.class);
            broken.putAll(violations);
            outcome.violations().forEach(violation -> broken.merge(violation, 1L, Long::sum));
            List<SimulationResult.Breach> shown = new ArrayList<>(breaches);
            outcome.breaches().stream().limit(MOST_BREACHES - shown.size()).forEach(shown::add);
            return new Totals(
                    seeds + 1,
                    simulated.plus(outcome.simulated()),
                    events + outcome.events(),
                    counted,
                    deeds.plus(outcome.deeds()),
                    broken,
                    shown);
        }

        /** How many faults struck; what operators asked for is not counted. */
        public long faults() {
            return InjectedFault.faults(troubles);
        }

        public boolean isClean() {
            return violations.isEmpty();
        }
    }
}
