package dev.divvy.outbox.reading;

import dev.divvy.coordination.support.DaemonThreads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that deletes completed events that were kept long enough, oldest first, through the index of their times. One processor does so
 * for all: the owner of the first token. Where none are kept, it deletes those that an earlier setting kept, and looks for them rarely.
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
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread = DaemonThreads.unstarted("divvy-outbox-retention", this::run);

    public Retention(ProcessorContext context) {
        this(context, PAGE_SIZE);
    }

    Retention(ProcessorContext context, int pageSize) {
        this.context = context;
        this.pageSize = pageSize;
    }

    public void start() {
        thread.start();
    }

    /** Deletes no further page. */
    public void stop() {
        ended.countDown();
    }

    /** Waits for the thread to end, at most this long, then interrupts it. */
    public void end(Duration atMost) throws InterruptedException {
        thread.join(Math.max(1, atMost.toMillis()));
        thread.interrupt();
    }

    private void run() {
        Duration pause = OWNERSHIP_INTERVAL;
        boolean failed = false;
        try {
            while (!ended.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    pause = deleteOld();
                    failed = false;
                } catch (SQLException | RuntimeException | Error e) {
                    pause = INTERVAL;
                    if (!failed) {
                        LOG.warn("completed events cannot be deleted; retrying until they can: {}", e.toString());
                    }
                    failed = true;
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("retention was interrupted at the end of its processor");
        }
    }

    /** Deletes all that are old, if this processor is responsible; returns the time until the next look. */
    Duration deleteOld() throws SQLException {
        Duration keep = context.settings().keepDone().orElse(Duration.ZERO);
        List<Long> ids;
        do {
            if (!context.ownership().hasFirst()) {
                return OWNERSHIP_INTERVAL;
            }
            ids = context.onConnection(connection -> {
                List<Long> old = context.table().doneBefore(connection, keep, pageSize);
                context.table().deleteDone(connection, old);
                return old;
            });
        } while (ids.size() == pageSize && !context.isClosing());
        return context.settings().keepDone().isPresent() ? INTERVAL : IDLE_INTERVAL;
    }
}
