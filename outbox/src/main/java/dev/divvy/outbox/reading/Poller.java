package dev.divvy.outbox.reading;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.coordination.support.Backoff;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads events, scan after scan, on a thread that it has only while it is not idle. Each scan reads from the first pending row on, without a low-water mark, so an event whose transaction
 * commits late is found by the next scan. Where the database notifies of inserts, only the buckets that it names are read, and everything
 * from time to time, in case a notification was lost.
 */
public final class Poller {

    private static final Logger LOG = LoggerFactory.getLogger(Poller.class);

    /** The polling interval of a processor that the database notifies of new events: for a notification that is lost, and for changes by hand. */
    private static final Duration NOTIFIED_INTERVAL = Duration.ofSeconds(2);

    /** The polling interval of another processor that finds nothing for some time. With a pulse per second it sends two statements per second. */
    private static final Duration LONGEST_INTERVAL = Duration.ofMillis(1200);

    /** The pause after a scan that found nothing. */
    private static final long MIN_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final Backoff AFTER_FAILURES = new Backoff(Duration.ofMillis(200), Duration.ofMillis(3_200));

    /** An idle processor reads so often that it never seems to be stalled. */
    private static final int SCANS_PER_STALL = 3;

    /** The interval at which a processor that holds nothing tries whether it could read. */
    private static final long TRIAL_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final HashRange ANY = new HashRange(Integer.MIN_VALUE, Integer.MAX_VALUE);

    /** The time for which a processor that has found something keeps its thread. */
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int MAX_IDLE_ROUTES = 10_000;

    private final ProcessorContext context;
    private final QueueRouting routing;
    private final PollerSignal signal;
    private final BooleanSupplier notified;
    private final WaitingRows waiting;
    private final UnreadableHashes unreadable = new UnreadableHashes();

    /** The part that the next scan reads. This and the next fields are used by the poller's steps only, one after the other. */
    private ScanScope wanted = ScanScope.EVERYTHING;

    /** The time of the next scan of everything. */
    private long nextPoll = System.nanoTime();

    /** The hash that it begins with. */
    private long resumeAt = Integer.MIN_VALUE;

    /** Whether the last scan found more rows than a page holds. */
    private boolean backlog;

    /** The time of the next trial. */
    private long nextTrial = System.nanoTime();

    /** The number of such scans in a row that found nothing. */
    private int idlePolls;

    /** The end of the last scan, if it found nothing. */
    private Optional<Long> lastVain = Optional.empty();

    /** Consecutive failures. */
    private int failures;

    private final RestingLoop loop = new RestingLoop(this::step);

    /** @param notified returns whether the database currently notifies this process of new events */
    public Poller(
            ProcessorContext context,
            List<WorkerQueue> queues,
            Parking parking,
            PollerSignal signal,
            BooleanSupplier notified) {
        this.context = context;
        this.routing = new QueueRouting(queues, MAX_IDLE_ROUTES, new Takeovers(TableScan.pageSize(context.settings())));
        this.waiting = new WaitingRows(context, routing, parking);
        this.signal = signal;
        this.notified = notified;
    }

    public void start() {
        signal.onWake(loop::wake);
        loop.wake();
    }

    /** Waits for the current scan to end, at most this long, then interrupts it. */
    public void end(Duration atMost) throws InterruptedException {
        loop.end(atMost);
    }

    /** Scans if it is time to; returns the time to the next scan. */
    private long step() {
        if (context.isClosing()) {
            return Long.MAX_VALUE;
        }
        try {
            scanIfDue();
            failures = 0;
            return linger();
        } catch (InterruptedException e) {
            LOG.debug("the poller was interrupted; it continues unless the processor closes");
            wanted = ScanScope.EVERYTHING;
            return 0;
        } catch (SQLException | RuntimeException | Error e) {
            failures++;
            // The database may have sorted a whole backlog for the first page.
            backlog = true;
            wanted = ScanScope.EVERYTHING;
            logFailure(e, failures);
            return AFTER_FAILURES.nanosAfter(failures);
        }
    }

    /** Reads what is wanted, or everything when that is due. */
    private void scanIfDue() throws SQLException, InterruptedException {
        await(0);
        if (nextPoll - System.nanoTime() <= 0 || waiting.nanosToNext() == 0) {
            wanted = ScanScope.EVERYTHING;
        }
        if (!wanted.isNothing()) {
            restAfterVainScan();
            scan();
        }
    }

    /** Returns the time to the next scan. A processor that is not idle waits for it here: it would need its thread again at once. */
    private long linger() throws InterruptedException {
        long rest = wanted.isNothing() ? nanosToScan() : 0;
        if (rest > 0 && lastVain.isEmpty() && await(Math.min(rest, LINGER_NANOS))) {
            return 0;
        }
        return wanted.isNothing() ? nanosToScan() : 0;
    }

    private long nanosToScan() {
        long poll = Math.max(0, nextPoll - System.nanoTime());
        return Math.min(Math.min(poll, waiting.nanosToNext()), signal.nanosToLook());
    }

    private void scan() throws SQLException, InterruptedException {
        await(0);
        ScanScope scope = wanted;
        wanted = ScanScope.NOTHING;
        ScanPlan plan = ScanPlan.of(context.ownership().held(), scope, resumeAt, unreadable)
                .withBacklog(backlog);
        TableScan scan = new TableScan(context, routing, waiting, unreadable, this::await, plan);
        if (scan.isEmpty() && !scope.everything()) {
            return; // these events are not this processor's
        }
        if (scan.isEmpty()) {
            tryToRead();
        }
        boolean again = scan.run();
        backlog = scan.foundBacklog();
        lastVain = scan.foundAny() ? Optional.empty() : Optional.of(System.nanoTime());
        if (scope.everything()) {
            resumeAt = scan.wasEnded() ? scan.position() : Integer.MIN_VALUE;
            idlePolls = again ? 0 : idlePolls + 1;
            nextPoll = System.nanoTime() + idleInterval().toNanos();
        }
        // Of what is committed later, the database will notify.
        if (again && !(notified.getAsBoolean() && scan.sawAll())) {
            wanted = wanted.and(scan.wasEnded() ? ScanScope.EVERYTHING : scope);
        }
    }

    /** Reads an entry of the index: a processor that gave its share up because it could not read takes it again when it can. */
    private void tryToRead() throws SQLException {
        if (nextTrial - System.nanoTime() <= 0) {
            context.onReadConnection(connection -> context.table().firstHash(connection, ANY));
            nextTrial = System.nanoTime() + TRIAL_INTERVAL_NANOS;
        }
    }

    /** Waits for a wake-up, at most this long; returns whether there was one. What it wants is read by the next scan. */
    private boolean await(long nanos) throws InterruptedException {
        ScanScope scope = signal.await(nanos);
        if (scope.isNothing()) {
            return false;
        }
        wanted = wanted.and(scope);
        idlePolls = 0;
        return true;
    }

    /** Lets a processor that is woken again and again for events that it already has read less often. */
    private void restAfterVainScan() throws InterruptedException {
        if (lastVain.isPresent()) {
            TimeUnit.NANOSECONDS.sleep(lastVain.get() + MIN_INTERVAL_NANOS - System.nanoTime());
        }
    }

    /** Returns the time to the next scan of everything. */
    private Duration idleInterval() {
        Duration first = context.settings().pollingInterval();
        Duration longest = notified.getAsBoolean() ? NOTIFIED_INTERVAL : LONGEST_INTERVAL;
        Duration usual = first.compareTo(longest) >= 0 ? first : usual(first, longest);
        Duration most = context.settings().stalledAfter().dividedBy(SCANS_PER_STALL);
        return usual.compareTo(most) < 0 ? usual : most;
    }

    private Duration usual(Duration first, Duration longest) {
        return notified.getAsBoolean() ? longest : Duration.ofNanos(new Backoff(first, longest).nanosAfter(idlePolls));
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
