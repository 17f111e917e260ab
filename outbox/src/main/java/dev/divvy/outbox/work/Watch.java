package dev.divvy.outbox.work;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after handlers that take too long: first they are interrupted, and if that does not help they are left alone. It looks now and then,
 * so that a call that is quick costs nothing but its name on a list; one that is slow is interrupted up to a tenth of its time late.
 */
final class Watch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long OFTEN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long RARELY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int PARTS = 10;

    private final Duration atMost;
    private final Set<Sentry> calls = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor timer;
    private final ScheduledFuture<?> looking;

    Watch(Duration atMost) {
        this.atMost = atMost;
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "divvy-outbox-watch");
            thread.setDaemon(true);
            return thread;
        });
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
        Sentry sentry = new Sentry(Thread.currentThread(), lost);
        calls.add(sentry);
        Throwable thrown = null;
        try {
            call.run();
        } catch (Throwable e) {
            thrown = e;
        }
        calls.remove(sentry);
        return sentry.back() ? late(thrown) : thrown;
    }

    private TimeoutException late(@Nullable Throwable thrown) {
        String shown = atMost.toString().substring(2).toLowerCase(Locale.ROOT);
        TimeoutException late = new TimeoutException("the handler took longer than " + shown
                + (thrown == null ? "" : ": " + thrown.getClass().getName()));
        late.initCause(thrown);
        return late;
    }

    @Override
    public void close() {
        looking.cancel(false);
        timer.shutdownNow();
    }

    /** One call under watch. */
    private final class Sentry {

        private final Thread thread;
        private final Runnable lost;
        private final long began = System.nanoTime();

        /** Guarded by this object, as all that follows. */
        private boolean late;

        private long interruptedAt;
        private boolean back;
        private boolean left;

        Sentry(Thread thread, Runnable lost) {
            this.thread = thread;
            this.lost = lost;
        }

        void look(long now) {
            if (now - began >= atMost.toNanos() && isLost(now)) {
                calls.remove(this);
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
                throw new LostWorkerException();
            }
            if (late) {
                Thread.interrupted();
            }
            return late;
        }
    }
}
