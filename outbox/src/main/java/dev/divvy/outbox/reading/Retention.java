package dev.divvy.outbox.reading;

import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.outbox.table.RowChange;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes completed events that were kept long enough, oldest first, through the index of their times. One processor does so
 * for all: the owner of the first token, on a thread that it has only meanwhile. Where none are kept, it deletes those that an earlier setting kept, and looks for them rarely.
 */
public final class Retention {

    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final Duration IDLE_INTERVAL = Duration.ofMinutes(1);

    /** The time after which a processor that was not responsible looks again whether it is. */
    private static final Duration OWNERSHIP_INTERVAL = Duration.ofSeconds(1);

    private static final int PAGE_SIZE = 2000;

    private final ProcessorContext context;
    private final int pageSize;
    private final ThreadFactory threads;

    /** Set once, by {@link #start}. */
    private Future<?> checks = CompletableFuture.completedFuture(null);

    /** The time of the next deletion; written by the timer's thread before the first, then by the deleting thread. */
    private volatile long due = System.nanoTime();

    /** The thread that deletes; null while none does. Set by the timer's thread, cleared by the thread itself. */
    private volatile @Nullable Thread thread;

    /** Set once, by {@link #stop}. */
    private volatile boolean stopped;

    /** Whether the last deletion failed; used by one deleting thread after the other. */
    private volatile boolean failed;

    public Retention(ProcessorContext context) {
        this(context, PAGE_SIZE, DaemonThreads.named("divvy-outbox-retention"));
    }

    Retention(ProcessorContext context, int pageSize, ThreadFactory threads) {
        this.context = context;
        this.pageSize = pageSize;
        this.threads = threads;
    }

    public void start() {
        checks = SharedTimer.every(OWNERSHIP_INTERVAL, this::check);
    }

    /** Deletes no further page. */
    public void stop() {
        stopped = true;
        checks.cancel(false);
    }

    /** Waits for a deletion to end, at most this long, then interrupts it. */
    public void end(Duration atMost) throws InterruptedException {
        Thread last = thread;
        if (last != null) {
            last.join(Math.max(1, atMost.toMillis()));
            last.interrupt();
        }
    }

    /** Begins to delete, if this processor is responsible and the time has come. */
    void check() {
        try {
            if (!stopped
                    && thread == null
                    && due - System.nanoTime() <= 0
                    && context.ownership().hasFirst()) {
                begin(threads.newThread(this::run));
            }
        } catch (RuntimeException | Error e) {
            LOG.error("completed events cannot be deleted now; trying again", e);
        }
    }

    private void begin(Thread next) {
        thread = next;
        boolean started = false;
        try {
            next.start();
            started = true;
        } finally {
            if (!started) {
                thread = null;
            }
        }
    }

    private void run() {
        Duration pause = INTERVAL;
        try {
            pause = deleteOld();
            failed = false;
        } catch (SQLException | RuntimeException | Error e) {
            if (!failed && !stopped) {
                LOG.warn("completed events cannot be deleted; retrying until they can: {}", e.toString());
            }
            failed = true;
        } finally {
            due = System.nanoTime() + pause.toNanos();
            thread = null;
        }
    }

    /** Deletes all that are old, if this processor is responsible; returns the time until the next look. */
    Duration deleteOld() throws SQLException {
        Duration keep = context.settings().keepDone().orElse(Duration.ZERO);
        int locked = 0;
        int found = pageSize;
        while (found == pageSize && !stopped && !context.isClosing()) {
            if (!context.ownership().hasFirst()) {
                return OWNERSHIP_INTERVAL;
            }
            int skip = locked;
            RowChange change =
                    context.onConnection(connection -> context.table().deleteDone(connection, keep, skip, pageSize));
            locked += change.locked();
            found = change.found();
        }
        return context.settings().keepDone().isPresent() || locked > 0 ? INTERVAL : IDLE_INTERVAL;
    }
}
