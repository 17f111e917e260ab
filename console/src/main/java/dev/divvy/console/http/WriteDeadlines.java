package dev.divvy.console.http;

import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends connections whose clients do not read: the JDK's own limit covers a whole reply, and the reply of an event stream has no end. A
 * write to a socket that takes too long is interrupted, which closes the connection.
 */
public final class WriteDeadlines implements AutoCloseable {

    /** Writes to a client. */
    interface Write {
        void run() throws IOException;
    }

    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.numbered("divvy-http-deadline"));
    private final long millis;

    public WriteDeadlines(long millis) {
        this.millis = millis;
    }

    /** Runs a write on this thread, for at most the time limit. */
    void run(Write write) throws IOException {
        Thread writer = Thread.currentThread();
        AtomicBoolean ended = new AtomicBoolean();
        ScheduledFuture<?> deadline = timer.schedule(
                () -> {
                    if (ended.compareAndSet(false, true)) {
                        writer.interrupt();
                    }
                },
                millis,
                TimeUnit.MILLISECONDS);
        try {
            write.run();
        } finally {
            if (ended.compareAndSet(false, true)) {
                deadline.cancel(false);
            } else {
                // The interrupt was meant for the write alone.
                Thread.interrupted();
            }
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
