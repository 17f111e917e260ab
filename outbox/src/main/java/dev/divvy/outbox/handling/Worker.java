package dev.divvy.outbox.handling;

import dev.divvy.coordination.support.Backoff;
import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.outbox.event.Handling;
import dev.divvy.outbox.reading.PollerSignal;
import dev.divvy.outbox.reading.ProcessorContext;
import dev.divvy.outbox.reading.WorkerQueue;
import dev.divvy.outbox.table.EventRow;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that handles the rows of one queue. When a handler never comes back, another thread goes on in its place. */
final class Worker {

    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final long MOST_BYTES = 8 * 1024 * 1024;
    private static final int GATHERED = 4;
    private static final long MOMENT_MILLIS = 2;
    private static final Backoff AFTER_FAILURES = new Backoff(Duration.ofMillis(100), Duration.ofMillis(1_600));

    private final ProcessorContext context;
    private final CompletionWriter completions;
    private final Handling handling;
    private final HandlerWatchdog watchdog;
    private final WorkerQueue queue;
    private final PollerSignal signal;

    /** The thread that works now; written when one is replaced. */
    private volatile @Nullable Thread thread;

    /** What that thread has in hand; written by it. */
    private volatile @Nullable BatchExecution inHand;

    Worker(
            ProcessorContext context,
            CompletionWriter completions,
            Handling handling,
            HandlerWatchdog watchdog,
            WorkerQueue queue,
            PollerSignal signal) {
        this.context = context;
        this.completions = completions;
        this.handling = handling;
        this.watchdog = watchdog;
        this.queue = queue;
        this.signal = signal;
    }

    void start() {
        run(() -> {});
    }

    private interface First {
        void run() throws SQLException;
    }

    private void run(First first) {
        Thread next = DaemonThreads.unstarted("divvy-outbox-worker", () -> work(first));
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
                List<EventRow> rows = queue.take(most(), MOST_BYTES);
                if (rows.isEmpty()) {
                    return;
                }
                BatchExecution.Progress progress = handle(rows);
                failures = progress == BatchExecution.Progress.NONE ? failures + 1 : 0;
                if (progress == BatchExecution.Progress.NOTHING_HELD) {
                    TimeUnit.MILLISECONDS.sleep(MOMENT_MILLIS);
                } else {
                    TimeUnit.NANOSECONDS.sleep(AFTER_FAILURES.nanosAfter(failures));
                }
            }
        } catch (InterruptedException e) {
            // The processor closes: only then is this thread interrupted outside of a handler.
        } catch (HandlerWatchdog.LostWorkerException e) {
            // Another thread works in the place of this one.
        }
    }

    /** A batch; where the handler sees single events, several of them, which are completed together. */
    private int most() {
        int batch = context.settings().batchSize();
        return handling instanceof Handling.Each ? GATHERED * batch : batch;
    }

    private BatchExecution.Progress handle(List<EventRow> rows) {
        HandlerInvoker invoker = new HandlerInvoker(context, handling, watchdog, this::replace);
        BatchExecution batch = new BatchExecution(context, completions, invoker, queue, rows);
        boolean gone = false;
        inHand = batch;
        try {
            batch.run();
            return batch.progress();
        } catch (HandlerWatchdog.LostWorkerException e) {
            gone = true;
            throw e;
        } catch (SQLException e) {
            LOG.warn("{} events could not be completed now and are read anew: {}", rows.size(), e.toString());
            return BatchExecution.Progress.NONE;
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "{} events could not be completed because of an unexpected error; they are read anew",
                    rows.size(),
                    e);
            return BatchExecution.Progress.NONE;
        } finally {
            if (!gone) {
                inHand = null;
                end(batch);
            }
        }
    }

    private void end(BatchExecution batch) {
        boolean leavesWork = batch.leavesWork();
        batch.close();
        if (leavesWork || queue.wantsMore()) {
            signal.wakeNow();
        }
    }

    /** Called by the watchdog while the thread hangs in the handler, with its batch in hand. */
    private void replace() {
        BatchExecution batch = Objects.requireNonNull(inHand, "batch in hand");
        LOG.error(
                "a handler has not come back from its interruption; another thread goes on in its place. It was called for {}",
                batch.current());
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
        BatchExecution batch = inHand;
        if (last.isAlive() && batch != null) {
            batch.abortHungConnection();
        }
    }
}
