package dev.divvy.outbox.handling;

import dev.divvy.outbox.reading.SharedTimer;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interrupts handler calls that exceed their timeout, and gives up those that do not react. It checks periodically, so that a quick call costs
 * only an entry in a set; a slow one is interrupted up to a tenth of its timeout late.
 *
 * <p>Each thread that hangs is replaced. When too many hang, the processor is suspended: more threads would not help such a handler.
 */
final class HandlerWatchdog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HandlerWatchdog.class);

    /** The time that a call has to return after its interruption. */
    private static final long INTERRUPT_GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long MIN_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long MAX_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int CHECKS_PER_TIMEOUT = 10;
    static final int MAX_HUNG = 64;

    private final Duration timeout;
    private final Runnable suspend;
    private final AtomicInteger hung = new AtomicInteger();
    private final Set<WatchedCall> calls = ConcurrentHashMap.newKeySet();
    private final Future<?> checks;

    /** @param suspend suspends the processor, when too many threads hang */
    HandlerWatchdog(Duration timeout, Runnable suspend) {
        this.timeout = timeout;
        this.suspend = suspend;
        long interval =
                Math.max(MIN_INTERVAL_NANOS, Math.min(MAX_INTERVAL_NANOS, timeout.toNanos() / CHECKS_PER_TIMEOUT));
        this.checks = SharedTimer.every(Duration.ofNanos(interval), this::check);
    }

    private void check() {
        long now = System.nanoTime();
        calls.forEach(call -> {
            try {
                call.check(now);
            } catch (RuntimeException | Error e) {
                LOG.error("the thread of a handler that hangs could not be replaced; trying again", e);
            }
        });
    }

    /** A call of the handler. */
    interface Call {
        void run() throws Exception;
    }

    /** Thrown when a call returns on a thread that was replaced meanwhile: the thread must end and change nothing. */
    static final class ReplacedWorkerException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    /**
     * Runs a call of the handler on this thread.
     *
     * @param replaceWorker called on another thread when the call does not react to its interruption; then this method only ends by a
     *     {@link ReplacedWorkerException}
     * @return the error that the call threw, a {@link TimeoutException} if it took too long, or null
     */
    @Nullable
    Throwable run(Call call, Runnable replaceWorker) {
        WatchedCall watched = new WatchedCall(Thread.currentThread(), replaceWorker);
        calls.add(watched);
        Throwable thrown = null;
        try {
            call.run();
        } catch (Throwable e) {
            thrown = e;
        }
        calls.remove(watched);
        return watched.ended() ? late(thrown) : thrown;
    }

    private TimeoutException late(@Nullable Throwable thrown) {
        TimeoutException late = tookLongerThan(
                timeout, thrown == null ? "" : ": " + thrown.getClass().getName());
        late.initCause(thrown);
        return late;
    }

    static TimeoutException tookLongerThan(Duration timeout, String how) {
        return new TimeoutException("the handler took longer than "
                + timeout.toString().substring(2).toLowerCase(Locale.ROOT) + how);
    }

    void countHung() {
        int now = hung.incrementAndGet();
        // Again at every further one: an operator may have resumed the processor meanwhile.
        if (now >= MAX_HUNG) {
            LOG.error(
                    "{} threads hang in the handler and do not react to interruption; this processor is suspended. Fix the handler and"
                            + " restart the process, or call resume()",
                    now);
            suspend.run();
        }
    }

    void countReturned() {
        hung.decrementAndGet();
        LOG.info("a handler call that was given up has returned; its events were not completed by it");
    }

    /** Returns the number of threads that hang. */
    int hung() {
        return hung.get();
    }

    @Override
    public void close() {
        checks.cancel(false);
    }

    /** One call under watch. */
    private final class WatchedCall {

        private final Thread thread;
        private final Runnable replaceWorker;
        private final long start = System.nanoTime();

        /** Guarded by this object, as all that follows. */
        private boolean late;

        private long interruptedAt;
        private boolean returned;
        private boolean replaced;

        WatchedCall(Thread thread, Runnable replaceWorker) {
            this.thread = thread;
            this.replaceWorker = replaceWorker;
        }

        void check(long now) {
            if (now - start >= timeout.toNanos() && interruptOrReplace(now)) {
                calls.remove(this);
                countHung();
            }
        }

        /** Returns whether the worker was replaced. Either that happens or the call returns, never both; if it fails, the next check tries again. */
        private synchronized boolean interruptOrReplace(long now) {
            if (returned) {
                return false;
            }
            if (!late) {
                late = true;
                interruptedAt = now;
                thread.interrupt();
            }
            if (now - interruptedAt >= INTERRUPT_GRACE_NANOS) {
                replaceWorker.run();
                replaced = true;
            }
            return replaced;
        }

        /** Records that the call has returned; returns whether it took too long. The watchdog's interruption must not reach the thread's next work. */
        synchronized boolean ended() {
            returned = true;
            if (replaced) {
                countReturned();
                throw new ReplacedWorkerException();
            }
            if (late) {
                Thread.interrupted();
            }
            return late;
        }
    }
}
