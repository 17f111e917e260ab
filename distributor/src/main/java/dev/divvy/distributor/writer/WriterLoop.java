package dev.divvy.distributor.writer;

import dev.divvy.coordination.Hold;
import dev.divvy.coordination.PieceTask;
import dev.divvy.coordination.support.Signal;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.StoreAccessException;
import dev.divvy.distributor.ping.Pinger;
import dev.divvy.distributor.store.StorePorts;
import java.time.Duration;
import java.util.function.Consumer;

/** Runs the rounds of the instance that writes: one per poll interval, and one soon after each hint, as long as it is the writer. */
public final class WriterLoop implements PieceTask {

    /** The delay after a hint, so that services which register together cause one round. */
    private static final Duration SETTLE = Duration.ofMillis(50);

    /** The shortest time between the starts of two rounds, even if hints arrive all the time. */
    static final Duration SPACING = Duration.ofMillis(250);

    /** Rounds that hints cause take at most this part of the time: with very long lists a round takes long. */
    private static final int PART = 4;

    /** The interval at which a waiting writer checks whether it must stop. */
    private static final Duration STOP_CHECK = Duration.ofMillis(50);

    private final StorePorts store;
    private final DistributorSettings settings;
    private final Pinger pinger;
    private final Signal wakeUp;
    private final WriterCounters counters;
    private final Consumer<RoundResult> results;
    private final EpochHistory history = new EpochHistory();

    /** Passes the result of each round to {@code results}. */
    public WriterLoop(
            StorePorts store,
            DistributorSettings settings,
            Pinger pinger,
            Signal wakeUp,
            WriterCounters counters,
            Consumer<RoundResult> results) {
        this.store = store;
        this.settings = settings;
        this.pinger = pinger;
        this.wakeUp = wakeUp;
        this.counters = counters;
        this.results = results;
    }

    @Override
    public void run(Hold hold) throws InterruptedException {
        WriterLog log = new WriterLog();
        log.startedWriting(settings.instance());
        try {
            DeniedServices denied = new DeniedServices(pinger, settings.pollInterval(), wakeUp::raise);
            ServicePings pings = new ServicePings(pinger, settings.ping().timeout(), denied, counters);
            RoundRunner rounds = new RoundRunner(store, settings, pings, log, counters, history);
            RoundResult last = RoundResult.NONE;
            while (!hold.stopping()) {
                long began = System.nanoTime();
                last = runRound(rounds, hold, last, log);
                long took = System.nanoTime() - began;
                counters.round(took);
                results.accept(last);
                awaitNext(began, took, hold);
            }
        } finally {
            log.stoppedWriting(settings.instance());
            results.accept(RoundResult.NONE);
        }
    }

    /** Runs a round. A failing store, or lists with more names than can be divided, end the round but not the writer. */
    private RoundResult runRound(RoundRunner rounds, Hold hold, RoundResult last, WriterLog log)
            throws InterruptedException {
        try {
            RoundResult result = rounds.run(hold);
            log.recovered();
            return result;
        } catch (StoreAccessException | IllegalArgumentException e) {
            counters.failedRound();
            String message = String.valueOf(e.getMessage());
            log.problem(message, System.nanoTime());
            return last.withProblem(message);
        } catch (RuntimeException e) {
            counters.failedRound();
            log.failed(e, System.nanoTime());
            return last.withProblem("a round failed: " + e);
        }
    }

    private void await(long time, Hold hold) throws InterruptedException {
        long now;
        while (!hold.stopping() && (now = System.nanoTime()) - time < 0) {
            wakeUp.awaitUntil(Math.min(time, now + STOP_CHECK.toNanos()));
        }
    }

    /** Returns the time from the start of a round to the earliest start of the next one after a hint, if the round took so long. */
    static long spacing(long took) {
        return Math.max(SPACING.toNanos(), PART * took);
    }

    private void awaitNext(long began, long took, Hold hold) throws InterruptedException {
        long time = began + settings.pollInterval().toNanos();
        long now;
        while (!hold.stopping() && (now = System.nanoTime()) - time < 0) {
            if (wakeUp.awaitUntil(Math.min(time, now + STOP_CHECK.toNanos()))) {
                // Several services that register together are one change, and lists that change all the time do not
                // cause
                // pings all the time.
                long soonest = began + spacing(took);
                await(Math.min(time, Math.max(System.nanoTime() + SETTLE.toNanos(), soonest)), hold);
                return;
            }
        }
    }
}
