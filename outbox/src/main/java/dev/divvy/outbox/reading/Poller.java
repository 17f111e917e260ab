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
 * The thread that reads, scan after scan. There is no mark below which nothing is looked for, so an event whose transaction commits late is
 * found by the next scan.
 */
public final class Poller {

    private static final Logger LOG = LoggerFactory.getLogger(Poller.class);

    /** How often a processor looks although it would be notified. */
    private static final Duration NOTIFIED = Duration.ofSeconds(1);

    private static final Backoff AFTER_FAILURES = new Backoff(Duration.ofMillis(200), Duration.ofMillis(3_200));
    private static final int DELETED_AT_ONCE = 1000;
    private static final int ROUTES = 10_000;

    private final ProcessorContext context;
    private final QueueRouting routing;
    private final PollerSignal signal;
    private final BooleanSupplier notified;
    private final BlockedHashes blocked = new BlockedHashes();
    private final Retention retention;
    private final Thread thread = DaemonThreads.unstarted("divvy-outbox-poller", this::run);

    /** @param notified whether the database tells of new events at this moment */
    public Poller(ProcessorContext context, List<WorkerQueue> queues, PollerSignal signal, BooleanSupplier notified) {
        this.context = context;
        this.routing = new QueueRouting(queues, ROUTES);
        this.signal = signal;
        this.notified = notified;
        this.retention = new Retention(context, DELETED_AT_ONCE);
    }

    public void start() {
        thread.start();
    }

    /** Waits until the thread has ended, at most this long; then it is interrupted. */
    public void end(Duration atMost) throws InterruptedException {
        thread.join(Math.max(1, atMost.toMillis()));
        thread.interrupt();
    }

    private void run() {
        int failures = 0;
        try {
            while (!context.isClosing()) {
                try {
                    scan();
                    failures = 0;
                } catch (SQLException | RuntimeException | Error e) {
                    failures++;
                    tell(e, failures);
                    signal.await(AFTER_FAILURES.nanosAfter(failures));
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("the poller was interrupted: the processor closes");
        }
    }

    private void scan() throws SQLException, InterruptedException {
        TableScan scan = new TableScan(context, routing, blocked, signal::await);
        boolean found = scan.run();
        retention.deleteOld(scan.held());
        if (!found) {
            signal.await(Math.min(idle().toNanos(), scan.soonest()));
        }
    }

    private Duration idle() {
        Duration interval = context.settings().pollingInterval();
        return notified.getAsBoolean() && NOTIFIED.compareTo(interval) > 0 ? NOTIFIED : interval;
    }

    private void tell(Throwable error, int failures) {
        if (context.isClosing()) {
            return;
        }
        if (failures == 1) {
            LOG.warn("events cannot be read now; it is tried again and again: {}", error.toString());
        } else {
            LOG.debug("events cannot be read now, for the {}. time", failures, error);
        }
    }
}
