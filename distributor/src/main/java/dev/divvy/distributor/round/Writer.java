package dev.divvy.distributor.round;

import dev.divvy.coordination.member.Hold;
import dev.divvy.coordination.member.PieceTask;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.ping.Pinger;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.store.StoreTroubleException;
import dev.divvy.distributor.store.Wakeup;
import java.time.Duration;
import java.util.function.Consumer;

/** The work of the instance that writes: a round every poll interval, and one soon after a hint, while it is the writer. */
public final class Writer implements PieceTask {

    /** Many who register at once are one change. */
    private static final Duration SETTLE = Duration.ofMillis(50);

    /** How soon it notices that it is to stop. */
    private static final Duration GLANCE = Duration.ofMillis(50);

    private final Store store;
    private final DistributorSettings settings;
    private final Pinger pinger;
    private final Wakeup wakeup;
    private final Tally tally;
    private final Consumer<View> seen;
    private final Past past = new Past();

    /** Tells what each round saw to {@code seen}. */
    public Writer(
            Store store, DistributorSettings settings, Pinger pinger, Wakeup wakeup, Tally tally, Consumer<View> seen) {
        this.store = store;
        this.settings = settings;
        this.pinger = pinger;
        this.wakeup = wakeup;
        this.tally = tally;
        this.seen = seen;
    }

    @Override
    public void run(Hold hold) throws InterruptedException {
        Logbook logbook = new Logbook();
        logbook.writing(settings.instance());
        try {
            Round round = new Round(store, settings, pinger, logbook, tally, past);
            View last = View.NOTHING;
            while (!hold.stopping()) {
                long began = System.nanoTime();
                last = play(round, hold, last, logbook);
                tally.round(System.nanoTime() - began);
                seen.accept(last);
                awaitNext(began + settings.pollInterval().toNanos(), hold);
            }
        } finally {
            logbook.writesNoLonger(settings.instance());
            seen.accept(View.NOTHING);
        }
    }

    /** A store in trouble, or with more in it than can be divided, ends a round and not the writer. */
    private View play(Round round, Hold hold, View last, Logbook logbook) throws InterruptedException {
        try {
            View view = round.play(hold);
            logbook.fine();
            return view;
        } catch (StoreTroubleException | IllegalArgumentException e) {
            tally.trouble();
            String message = String.valueOf(e.getMessage());
            logbook.trouble(message, System.nanoTime());
            return last.withTrouble(message);
        }
    }

    private void awaitNext(long moment, Hold hold) throws InterruptedException {
        long now;
        while (!hold.stopping() && (now = System.nanoTime()) - moment < 0) {
            if (wakeup.awaitUntil(Math.min(moment, now + GLANCE.toNanos()))) {
                wakeup.awaitUntil(Math.min(moment, System.nanoTime() + SETTLE.toNanos()));
                return;
            }
        }
    }
}
