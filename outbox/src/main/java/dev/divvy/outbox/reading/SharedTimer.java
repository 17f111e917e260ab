package dev.divvy.outbox.reading;

import dev.divvy.coordination.support.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs checks of all processors of this JVM on one thread, which ends some seconds after the last of them. */
public final class SharedTimer {

    private static final long IDLE_SECONDS = 5;
    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private SharedTimer() {}

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer =
                new ScheduledThreadPoolExecutor(1, DaemonThreads.named("divvy-outbox-timer"));
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    /**
     * Runs a check again and again until the result is cancelled.
     *
     * @param check must not block, nor throw
     */
    public static Future<?> every(Duration interval, Runnable check) {
        long nanos = interval.toNanos();
        return TIMER.scheduleWithFixedDelay(check, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /**
     * Runs a task once, after this time, unless the result is cancelled before.
     *
     * @param task must not block, nor throw
     */
    static Future<?> once(Duration delay, Runnable task) {
        return TIMER.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }
}
