package dev.divvy.outbox.handling;

import dev.divvy.coordination.support.DaemonThreads;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interrupts handlers that take too long, and gives up those that hang all the same. It looks now and then, so that a quick call costs
 * nothing but an entry in a set; a slow one is interrupted up to a tenth of its time late.
 *
 * <p>Each thread that hangs is replaced. When there are too many, this instance stops taking part: a handler that hangs so often will not
 * get better by more threads.
 */
final class HandlerWatchdog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HandlerWatchdog.class);
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long OFTEN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long RARELY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int PARTS = 10;
    static final int MOST_HUNG = 64;

    private final Duration atMost;
    private final Runnable suspend;
    private final AtomicInteger hung = new AtomicInteger();
    private final Set<WatchedCall> calls = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor timer;
    private final ScheduledFuture<?> looking;

    /** @param suspend suspends the processor, when too many threads hang */
    HandlerWatchdog(Duration atMost, Runnable suspend) {
        this.atMost = atMost;
        this.suspend = suspend;
        this.timer = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("divvy-outbox-watchdog"));
        long interval = Math.max(OFTEN_NANOS, Math.min(RARELY_NANOS, atMost.toNanos() / PARTS));
        this.looking = timer.scheduleWithFixedDelay(this::look, interval, interval, TimeUnit.NANOSECONDS);
    }

    private void look() {
        long now = System.nanoTime();
        calls.forEach(call -> {
            try {
                call.look(now);
            } catch (RuntimeException | Error e) {
                LOG.error("a handler that hangs could not be replaced; the others are watched as before", e);
            }
        });
    }

    interface Call {
        void run() throws Exception;
    }

    /** The call came back to a worker that another thread has taken the place of: its thread ends, and touches nothing. */
    static final class LostWorkerException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    /**
     * Runs a call of the handler on this thread.
     *
     * @param lost told on another thread when the call was interrupted in vain; then it never returns but by a
     *     {@link LostWorkerException}
     * @return what it threw, or null
     */
    @Nullable
    Throwable run(Call call, Runnable lost) {
        WatchedCall watched = new WatchedCall(Thread.currentThread(), lost);
        calls.add(watched);
        Throwable thrown = null;
        try {
            call.run();
        } catch (Throwable e) {
            thrown = e;
        }
        calls.remove(watched);
        return watched.back() ? late(thrown) : thrown;
    }

    private TimeoutException late(@Nullable Throwable thrown) {
        String shown = atMost.toString().substring(2).toLowerCase(Locale.ROOT);
        TimeoutException late = new TimeoutException("the handler took longer than " + shown
                + (thrown == null ? "" : ": " + thrown.getClass().getName()));
        late.initCause(thrown);
        return late;
    }

    void countHung() {
        int now = hung.incrementAndGet();
        // With every further one again: an operator may have resumed the processor meanwhile.
        if (now >= MOST_HUNG) {
            LOG.error(
                    "{} threads hang in the handler and cannot be interrupted; this processor is suspended. Restart the process when"
                            + " the handler is mended, or let it go on by resume()",
                    now);
            suspend.run();
        }
    }

    void countBack() {
        hung.decrementAndGet();
        LOG.info("a handler that was given up has come back after all; what it did was not completed");
    }

    /** Returns how many threads hang. */
    int hung() {
        return hung.get();
    }

    @Override
    public void close() {
        looking.cancel(false);
        timer.shutdownNow();
    }

    /** One call under watch. */
    private final class WatchedCall {

        private final Thread thread;
        private final Runnable lost;
        private final long began = System.nanoTime();

        /** Guarded by this object, as all that follows. */
        private boolean late;

        private long interruptedAt;
        private boolean back;
        private boolean left;

        WatchedCall(Thread thread, Runnable lost) {
            this.thread = thread;
            this.lost = lost;
        }

        void look(long now) {
            if (now - began >= atMost.toNanos() && isLost(now)) {
                calls.remove(this);
                countHung();
                lost.run();
            }
        }

        /** Either the call is back, or its worker is lost: never both. */
        private synchronized boolean isLost(long now) {
            if (back) {
                return false;
            }
            if (!late) {
                late = true;
                interruptedAt = now;
                thread.interrupt();
            }
            left = now - interruptedAt >= GRACE_NANOS;
            return left;
        }

        /** Answers whether it took too long. An interruption of ours must not reach what the thread does next. */
        synchronized boolean back() {
            back = true;
            if (left) {
                countBack();
                throw new LostWorkerException();
            }
            if (late) {
                Thread.interrupted();
            }
            return late;
        }
    }
}
