package dev.divvy.outbox.work;

import java.time.Duration;
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

    /**
     * Runs a call of the handler on this thread.
     *
     * @param lost told on another thread when the call was interrupted in vain; its worker is replaced then
     */
    void run(Call call, Runnable lost) throws Exception {
        Sentry sentry = new Sentry(Thread.currentThread(), lost);
        ScheduledFuture<?> timeout = timer.schedule(sentry::interrupt, atMost.toNanos(), TimeUnit.NANOSECONDS);
        try {
            call.run();
        } catch (Exception e) {
            if (sentry.late()) {
                TimeoutException late = new TimeoutException("the handler took longer than " + shown() + ": " + e);
                late.initCause(e);
                throw late;
            }
            throw e;
        } finally {
            timeout.cancel(false);
            sentry.back();
        }
        if (sentry.late()) {
            throw new TimeoutException("the handler took longer than " + shown());
        }
    }

    private String shown() {
        return atMost.toString().substring(2).toLowerCase(java.util.Locale.ROOT);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    /** One call under watch. */
    private final class Sentry {

        private final Thread thread;
        private final Runnable lost;
        private boolean late;
        private boolean back;
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

        private void leave() {
            synchronized (this) {
                if (back) {
                    return;
                }
            }
            lost.run();
        }

        synchronized boolean late() {
            return late;
        }

        /** An interruption of ours must not reach what the thread does next. */
        synchronized void back() {
            back = true;
            if (leaving != null) {
                leaving.cancel(false);
            }
            if (late) {
                Thread.interrupted();
            }
        }
    }
}
