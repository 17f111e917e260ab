package dev.divvy.outbox.work;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Looks after handlers that take too long: first they are interrupted, and if that does not help they are left alone. */
final class Watch implements AutoCloseable {

    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Duration atMost;
    private final ScheduledThreadPoolExecutor timer;

    Watch(Duration atMost) {
        this.atMost = atMost;
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "divvy-outbox-watch");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
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
        ScheduledFuture<?> timeout = timer.schedule(sentry::interrupt, atMost.toNanos(), TimeUnit.NANOSECONDS);
        Throwable thrown = null;
        try {
            call.run();
        } catch (Throwable e) {
            thrown = e;
        }
        timeout.cancel(false);
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
        timer.shutdownNow();
    }

    /** One call under watch. */
    private final class Sentry {

        private final Thread thread;
        private final Runnable lost;

        /** Guarded by this object, as all that follows. */
        private boolean late;

        private boolean back;
        private boolean left;
        private @Nullable ScheduledFuture<?> leaving;

        Sentry(Thread thread, Runnable lost) {
            this.thread = thread;
            this.lost = lost;
        }

        synchronized void interrupt() {
            if (!back) {
                late = true;
                thread.interrupt();
                leaving = timer.schedule(this::leave, GRACE.toNanos(), TimeUnit.NANOSECONDS);
            }
        }

        /** Either the call is back, or its worker is lost: never both. */
        private void leave() {
            synchronized (this) {
                if (back) {
                    return;
                }
                left = true;
            }
            lost.run();
        }

        /** Answers whether it took too long. An interruption of ours must not reach what the thread does next. */
        synchronized boolean back() {
            back = true;
            if (left) {
                throw new LostWorkerException();
            }
            if (leaving != null) {
                leaving.cancel(false);
            }
            if (late) {
                Thread.interrupted();
            }
            return late;
        }
    }
}
