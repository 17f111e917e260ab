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

/** The work of the instance that writes: a round every poll interval, and one soon after a hint, while it is the writer. */
public final class TableWriter implements PieceTask {

    private static final Duration SETTLE = Duration.ofMillis(50);

    /** Between the beginnings of two rounds, when hints come all the time. */
    private static final Duration SPACING = Duration.ofMillis(250);

    /** How soon it notices that it is to stop. */
    private static final Duration GLANCE = Duration.ofMillis(50);

    private final StorePorts store;
    private final DistributorSettings settings;
    private final Pinger pinger;
    private final Signal wakeUp;
    private final WriterCounters tally;
    private final Consumer<RoundResult> seen;
    private final EpochHistory past = new EpochHistory();

    /** Tells what each round saw to {@code seen}. */
    public TableWriter(
            StorePorts store,
            DistributorSettings settings,
            Pinger pinger,
            Signal wakeUp,
            WriterCounters tally,
            Consumer<RoundResult> seen) {
        this.store = store;
        this.settings = settings;
        this.pinger = pinger;
        this.wakeUp = wakeUp;
        this.tally = tally;
        this.seen = seen;
    }

    @Override
    public void run(Hold hold) throws InterruptedException {
        WriterLog logbook = new WriterLog();
        logbook.writing(settings.instance());
        try {
            WriterRounds rounds = new WriterRounds(store, settings, pinger, logbook, tally, past);
            RoundResult last = RoundResult.NOTHING;
            while (!hold.stopping()) {
                long began = System.nanoTime();
                last = play(rounds, hold, last, logbook);
                tally.round(System.nanoTime() - began);
                seen.accept(last);
                awaitNext(began + settings.pollInterval().toNanos(), hold);
            }
        } finally {
            logbook.writesNoLonger(settings.instance());
            seen.accept(RoundResult.NOTHING);
        }
    }

    /** A store in trouble, or with more in it than can be divided, ends a round and not the writer. */
    private RoundResult play(WriterRounds rounds, Hold hold, RoundResult last, WriterLog logbook)
            throws InterruptedException {
        try {
            RoundResult view = rounds.play(hold);
            logbook.fine();
            return view;
        } catch (StoreAccessException | IllegalArgumentException e) {
            tally.trouble();
            String message = String.valueOf(e.getMessage());
            logbook.trouble(message, System.nanoTime());
            return last.withTrouble(message);
        } catch (RuntimeException e) {
            tally.trouble();
            logbook.failed(e, System.nanoTime());
            return last.withTrouble("a round failed: " + e);
        }
    }

    private void await(long moment, Hold hold) throws InterruptedException {
        long now;
        while (!hold.stopping() && (now = System.nanoTime()) - moment < 0) {
            wakeUp.awaitUntil(Math.min(moment, now + GLANCE.toNanos()));
        }
    }

    private void awaitNext(long moment, Hold hold) throws InterruptedException {
        long now;
        while (!hold.stopping() && (now = System.nanoTime()) - moment < 0) {
            if (wakeUp.awaitUntil(Math.min(moment, now + GLANCE.toNanos()))) {
                // Many who register at once are one change, and whoever changes the lists all the time does not make us
                // ping all the time.
                long soonest = moment - settings.pollInterval().toNanos() + SPACING.toNanos();
                await(Math.min(moment, Math.max(System.nanoTime() + SETTLE.toNanos(), soonest)), hold);
                return;
            }
        }
    }
}
