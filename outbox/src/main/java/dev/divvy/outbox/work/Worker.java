package dev.divvy.outbox.work;

import dev.divvy.outbox.event.Handling;
import dev.divvy.outbox.table.Row;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread at the end of a lane. When a handler never comes back, another thread goes on in its place. */
final class Worker {

    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final long MOST_BYTES = 8 * 1024 * 1024;
    private static final int GATHERED = 4;
    private static final long MOMENT_MILLIS = 2;
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final int MOST_DOUBLINGS = 5;

    private final Tools tools;
    private final Lane lane;
    private final Bell bell;
    private final String name;

    /** The thread that works now; written when one is replaced. */
    private volatile @Nullable Thread thread;

    /** What that thread has in hand; written by it. */
    private volatile @Nullable Batch inHand;

    Worker(Tools tools, Lane lane, Bell bell, String name) {
        this.tools = tools;
        this.lane = lane;
        this.bell = bell;
        this.name = name;
    }

    void start() {
        run(() -> {});
    }

    private interface First {
        void run() throws SQLException;
    }

    private void run(First first) {
        Thread next = new Thread(() -> work(first), name);
        next.setDaemon(true);
        thread = next;
        next.start();
    }

    private void work(First first) {
        try {
            first.run();
        } catch (SQLException | RuntimeException | Error e) {
            LOG.warn("the failure of a handler that hangs could not be written down; its events are read anew", e);
        }
        int failures = 0;
        try {
            while (true) {
                List<Row> rows = lane.take(most(), MOST_BYTES);
                if (rows.isEmpty()) {
                    return;
                }
                Progress progress = handle(rows);
                failures = progress == Progress.NONE ? failures + 1 : 0;
                if (progress == Progress.NOTHING_HELD) {
                    TimeUnit.MILLISECONDS.sleep(MOMENT_MILLIS);
                } else if (failures > 0) {
                    TimeUnit.MILLISECONDS.sleep(FIRST_PAUSE_MILLIS << Math.min(failures, MOST_DOUBLINGS));
                }
            }
        } catch (InterruptedException e) {
            // The processor closes: only then is this thread interrupted outside of a handler.
        } catch (Watch.LostWorkerException e) {
            tools.lost().oneIsBack();
        }
    }

    /** A batch; where the handler sees single events, several of them, which are completed together. */
    private int most() {
        int batch = tools.source().how().batchSize();
        return tools.handling() instanceof Handling.Each ? GATHERED * batch : batch;
    }

    /** What came of a batch. When nothing did, it is not tried again at once; what is held no longer is only passed by. */
    private enum Progress {
        SOME,
        NOTHING_HELD,
        NONE
    }

    private Progress handle(List<Row> rows) {
        Batch batch = new Batch(tools, lane, rows);
        boolean gone = false;
        inHand = batch;
        try {
            new Round(tools, batch, () -> replace(batch)).run();
            return batch.gotOn() ? Progress.SOME : batch.nothingHeld() ? Progress.NOTHING_HELD : Progress.NONE;
        } catch (Watch.LostWorkerException e) {
            gone = true;
            throw e;
        } catch (SQLException e) {
            LOG.warn("{} events could not be completed now and are read anew: {}", rows.size(), e.toString());
            return Progress.NONE;
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "{} events could not be completed for a reason that nobody foresaw; they are read anew",
                    rows.size(),
                    e);
            return Progress.NONE;
        } finally {
            if (!gone) {
                inHand = null;
                end(batch);
            }
        }
    }

    private void end(Batch batch) {
        boolean leavesWork = batch.leavesWork();
        batch.close();
        if (leavesWork || lane.wantsMore()) {
            bell.ring();
        }
    }

    private void replace(Batch batch) {
        LOG.error(
                "a handler has not come back from its interruption; another thread goes on in its place. It was called for {}",
                batch.current());
        tools.lost().oneMore();
        run(() -> {
            try {
                batch.afterLoss(new TimeoutException("the handler did not come back from its interruption"));
            } finally {
                end(batch);
            }
        });
    }

    /** Waits until the thread has ended, at most this long; then it is interrupted. */
    void end(long nanos) throws InterruptedException {
        Thread last = thread;
        if (last == null || last == Thread.currentThread()) {
            return;
        }
        last.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
        if (last.isAlive()) {
            last.interrupt();
        }
    }

    /** Waits for a thread that was interrupted, at most this long; then it is left, but not with a connection of the application. */
    void leave(long nanos) throws InterruptedException {
        Thread last = thread;
        if (last == null || last == Thread.currentThread()) {
            return;
        }
        last.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
        Batch batch = inHand;
        if (last.isAlive() && batch != null) {
            batch.endInside();
        }
    }
}
