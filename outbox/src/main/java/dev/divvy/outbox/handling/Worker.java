package dev.divvy.outbox.handling;

import dev.divvy.coordination.support.Backoff;
import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.outbox.event.HandlingMode;
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

/**
 * Handles the rows of one queue, on a thread that starts when there are rows and ends after some time without any. When a handler hangs,
 * another thread replaces it.
 */
final class Worker {

    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final long MAX_BYTES = 8 * 1024 * 1024;

    /** Batches of single events that are taken, and completed, together. */
    private static final int BATCHES_PER_TAKE = 4;

    /** The pause after a batch of which no token was held. */
    private static final long NOTHING_HELD_MILLIS = 2;

    /** The time without rows after which the thread ends. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final Backoff AFTER_FAILURES = new Backoff(Duration.ofMillis(100), Duration.ofMillis(1_600));

    private final ProcessorContext context;
    private final CompletionWriter completions;
    private final HandlerCalls calls;
    private final WorkerQueue queue;
    private final PollerSignal signal;
    private final KeptOutcomes kept;

    /** That of the thread which started the processor: handlers find their classes through it, whichever thread starts this worker. */
    private final @Nullable ClassLoader classLoader = Thread.currentThread().getContextClassLoader();

    /** The current thread; written when it is replaced. */
    private volatile @Nullable Thread thread;

    /** Consecutive batches without progress; used by the current thread. */
    private int failures;

    /** The batch of the current thread; written by that thread. */
    private volatile @Nullable BatchExecution currentBatch;

    Worker(
            ProcessorContext context,
            CompletionWriter completions,
            HandlerCalls calls,
            WorkerQueue queue,
            PollerSignal signal) {
        this.context = context;
        this.completions = completions;
        this.calls = calls;
        this.queue = queue;
        this.signal = signal;
        this.kept = new KeptOutcomes(context, completions, queue);
    }

    void start() {
        if (!queue.startLater(this::startThread)) {
            startThread();
        }
    }

    private void startThread() {
        run(() -> {});
    }

    /** The work of a thread before its first batch. */
    private interface Task {
        void run() throws SQLException;
    }

    private void run(Task task) {
        Thread next = DaemonThreads.unstarted("divvy-outbox-worker", () -> work(task));
        next.setContextClassLoader(classLoader);
        thread = next;
        next.start();
    }

    private void work(Task task) {
        try {
            task.run();
        } catch (SQLException | RuntimeException | Error e) {
            LOG.warn("the failure of a handler that hangs could not be recorded; its events are read again", e);
        }
        failures = 0;
        boolean ended = false;
        while (!ended) {
            try {
                ended = !handleNext();
            } catch (InterruptedException e) {
                ended = context.isClosing();
                if (!ended) {
                    LOG.warn(
                            "a worker was interrupted outside a handler, possibly by a handler's timer that was too late;"
                                    + " it continues");
                }
            } catch (HandlerWatchdog.ReplacedWorkerException e) {
                return;
            } catch (RuntimeException | Error e) {
                failures++;
                LOG.error("a worker failed outside a handler; it continues", e);
            }
        }
    }

    /** Handles the next rows; returns false when the queue is closed, or the thread is to end because there were none for some time. */
    private boolean handleNext() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(AFTER_FAILURES.nanosAfter(failures));
        if (!queue.awaitRows(Math.min(IDLE_NANOS, kept.nanosToNext()))) {
            return false;
        }
        if (kept.nanosToNext() == Long.MAX_VALUE && queue.startLater(this::startThread)) {
            return false;
        }
        if (kept.nanosToNext() == 0) {
            retryKept();
        }
        if (kept.isFull()) {
            TimeUnit.NANOSECONDS.sleep(kept.nanosToNext());
            return true;
        }
        calls.circuit().await(this);
        List<EventRow> rows = List.of();
        try {
            rows = queue.takeNow(maxRows(), MAX_BYTES);
        } finally {
            if (rows.isEmpty()) {
                calls.circuit().release(this);
            }
        }
        if (rows.isEmpty()) {
            return true;
        }
        BatchExecution.Progress progress = handle(rows);
        failures = progress == BatchExecution.Progress.NONE ? failures + 1 : 0;
        if (progress == BatchExecution.Progress.NOTHING_HELD) {
            TimeUnit.MILLISECONDS.sleep(NOTHING_HELD_MILLIS);
        }
        return true;
    }

    private void retryKept() {
        try {
            if (kept.retry()) {
                signal.wakeNow();
            }
        } catch (SQLException e) {
            LOG.warn("events whose rows had been locked could not be completed now: {}", e.toString());
            signal.wakeNow();
        }
    }

    /** Returns the number of rows to take: a batch, or several batches where the handler gets single events. */
    private int maxRows() {
        int batch = context.settings().batchSize();
        boolean single =
                calls.handling() instanceof HandlingMode.Each || calls.handling() instanceof HandlingMode.Async;
        return single ? BATCHES_PER_TAKE * batch : batch;
    }

    private BatchExecution.Progress handle(List<EventRow> rows) {
        BatchExecution batch = batchOf(rows);
        boolean replaced = false;
        currentBatch = batch;
        try {
            batch.run();
            return batch.progress();
        } catch (HandlerWatchdog.ReplacedWorkerException e) {
            replaced = true;
            throw e;
        } catch (SQLException e) {
            LOG.warn("{} events could not be completed and are read again: {}", rows.size(), e.toString());
            return BatchExecution.Progress.NONE;
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "{} events could not be completed because of an unexpected error; they are read again",
                    rows.size(),
                    e);
            return BatchExecution.Progress.NONE;
        } finally {
            if (!replaced) {
                currentBatch = null;
                end(batch);
            }
        }
    }

    private BatchExecution batchOf(List<EventRow> rows) {
        try {
            HandlerInvoker invoker = new HandlerInvoker(context, calls, this);
            return new BatchExecution(context, completions, invoker, queue, kept, rows);
        } catch (RuntimeException | Error e) {
            calls.circuit().release(this);
            queue.giveBack(rows);
            throw e;
        }
    }

    private void end(BatchExecution batch) {
        boolean leavesWork = batch.leavesWork();
        calls.circuit().release(this);
        batch.close();
        if (leavesWork || queue.wantsMore()) {
            signal.wakeNow();
        }
    }

    /** Starts another thread. Called by the watchdog while the current thread hangs in the handler. */
    void replace() {
        BatchExecution batch = Objects.requireNonNull(currentBatch, "current batch");
        LOG.error(
                "a handler did not react to its interruption; another thread replaces its thread. It was called for {}",
                batch.current());
        run(() -> {
            try {
                batch.afterHang(new TimeoutException("the handler did not react to its interruption"));
            } finally {
                end(batch);
            }
        });
    }

    /** Waits for the thread to end, at most this long, then interrupts it. */
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

    /** Waits for an interrupted thread, at most this long, then abandons it and aborts the connection that it uses. */
    void abandon(long nanos) throws InterruptedException {
        Thread last = thread;
        if (last == null || last == Thread.currentThread()) {
            return;
        }
        last.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
        BatchExecution batch = currentBatch;
        if (last.isAlive() && batch != null) {
            batch.abortHungConnection();
        }
    }
}
