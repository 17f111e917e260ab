package dev.divvy.outbox.reading;

import dev.divvy.coordination.support.Backoff;
import dev.divvy.coordination.support.DaemonThreads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that reads events, scan after scan. Each scan starts at the beginning, without a low-water mark, so an event whose transaction
 * commits late is found by the next scan.
 */
public final class Poller {

    private static final Logger LOG = LoggerFactory.getLogger(Poller.class);

    /** The polling interval of a processor that the database notifies of new events. */
    private static final Duration NOTIFIED_INTERVAL = Duration.ofSeconds(1);

    private static final Backoff AFTER_FAILURES = new Backoff(Duration.ofMillis(200), Duration.ofMillis(3_200));
    /** An idle processor reads so often that it never seems to be stalled. */
    private static final int SCANS_PER_STALL = 3;

    private static final int RETENTION_PAGE = 1000;
    private static final int MAX_IDLE_ROUTES = 10_000;

    private final ProcessorContext context;
    private final QueueRouting routing;
    private final PollerSignal signal;
    private final BooleanSupplier notified;
    private final WaitingRows waiting;
    private final Retention retention;
    private final Thread thread = DaemonThreads.unstarted("divvy-outbox-poller", this::run);

    /** @param notified returns whether the database currently notifies this process of new events */
    public Poller(
            ProcessorContext context,
            List<WorkerQueue> queues,
            Parking parking,
            PollerSignal signal,
            BooleanSupplier notified) {
        this.context = context;
        this.routing = new QueueRouting(queues, MAX_IDLE_ROUTES);
        this.waiting = new WaitingRows(context, routing, parking);
        this.signal = signal;
        this.notified = notified;
        this.retention = new Retention(context, RETENTION_PAGE);
    }

    public void start() {
        thread.start();
    }

    /** Waits for the thread to end, at most this long, then interrupts it. */
    public void end(Duration atMost) throws InterruptedException {
        thread.join(Math.max(1, atMost.toMillis()));
        thread.interrupt();
    }

    private void run() {
        int failures = 0;
        while (!context.isClosing()) {
            try {
                if (failures > 0) {
                    signal.await(AFTER_FAILURES.nanosAfter(failures));
                }
                scan();
                failures = 0;
            } catch (InterruptedException e) {
                LOG.debug("the poller was interrupted; it continues unless the processor closes");
            } catch (SQLException | RuntimeException | Error e) {
                failures++;
                logFailure(e, failures);
            }
        }
    }

    private void scan() throws SQLException, InterruptedException {
        TableScan scan = new TableScan(context, routing, waiting, signal::await);
        boolean found = scan.run();
        retention.deleteOld(scan.held());
        if (!found) {
            signal.await(Math.min(idleInterval().toNanos(), waiting.nanosToNext()));
        }
    }

    private Duration idleInterval() {
        Duration interval = context.settings().pollingInterval();
        Duration usual =
                notified.getAsBoolean() && NOTIFIED_INTERVAL.compareTo(interval) > 0 ? NOTIFIED_INTERVAL : interval;
        Duration most = context.settings().stalledAfter().dividedBy(SCANS_PER_STALL);
        return usual.compareTo(most) < 0 ? usual : most;
    }

    private void logFailure(Throwable error, int failures) {
        if (context.isClosing()) {
            return;
        }
        if (failures == 1) {
            LOG.warn("events cannot be read; retrying until they can: {}", error.toString());
        } else {
            LOG.debug("events cannot be read, {} failures in a row", failures, error);
        }
    }
}
