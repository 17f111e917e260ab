package dev.divvy.cli.up.demo;

import dev.divvy.coordination.support.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A value that a thread of its own reads again whenever somebody asks for it. A source that hangs delays a caller for a short time only:
 * then the caller gets the previous value.
 */
public final class Refreshed<T> implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMillis(250);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    private final Supplier<T> source;
    private final Thread thread;

    /** The last value; written by the thread of this object, under its lock like all that follows. */
    private T value;

    /** The number of the newest request. */
    private long asked;

    /** The number of the newest request that was answered. */
    private long answered;

    /**
     * Starts the thread, which calls the source for the first time when somebody asks.
     *
     * @param source may block; an exception leaves the previous value
     */
    public Refreshed(String name, T first, Supplier<T> source) {
        this.value = first;
        this.source = source;
        this.thread = DaemonThreads.start(name, this::run);
    }

    /** Returns a new value, or the previous one if that takes too long. */
    public synchronized T get() {
        long request = ++asked;
        notifyAll();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            for (long left = PATIENCE.toNanos(); answered < request && left > 0; left = deadline - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return value;
    }

    /** Returns the last value without waiting. */
    public synchronized T latest() {
        return value;
    }

    private void run() {
        try {
            while (true) {
                long request = next();
                T read = read();
                synchronized (this) {
                    value = read;
                    answered = request;
                    notifyAll();
                }
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    private synchronized long next() throws InterruptedException {
        while (asked == answered) {
            wait();
        }
        return asked;
    }

    private T read() {
        try {
            return source.get();
        } catch (RuntimeException e) {
            return latest();
        }
    }

    /** Waits for the thread, so that its source can be closed. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(CLOSE_TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
