package dev.divvy.outbox.work;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EventTable;
import dev.divvy.outbox.table.Row;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that reads: sweep after sweep through the ranges that are held, along the index of hash and id. There is no mark below which
 * nothing is looked for, so an event whose transaction commits late is found by the next sweep.
 */
final class Feed extends Thread {

    private static final Logger LOG = LoggerFactory.getLogger(Feed.class);

    /** How long the reader waits for a lane that is full before it goes on without it. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** How often a processor looks although it would be told. */
    private static final Duration TOLD = Duration.ofSeconds(1);

    private static final Duration TIDY = Duration.ofSeconds(10);
    private static final int MOST_DOUBLINGS = 5;

    private final DataSource source;
    private final EventTable table;
    private final Share share;
    private final List<Lane> lanes;
    private final ProcessorSettings how;
    private final Bell bell;
    private final BooleanSupplier told;
    private final int pageSize;

    /** Written by this thread only. */
    private volatile long sweep;

    private volatile boolean ended;
    private long soonest;

    /** Lanes that are waited for no more in this sweep. */
    private final Set<Lane> full = Collections.newSetFromMap(new IdentityHashMap<>());

    private long tidied = System.nanoTime();

    Feed(
            DataSource source,
            EventTable table,
            Share share,
            List<Lane> lanes,
            ProcessorSettings how,
            Bell bell,
            BooleanSupplier told) {
        super("divvy-outbox-feed");
        setDaemon(true);
        this.source = source;
        this.table = table;
        this.share = share;
        this.lanes = lanes;
        this.how = how;
        this.bell = bell;
        this.told = told;
        this.pageSize = pageSize(how);
    }

    /** A read serves several batches. */
    static int pageSize(ProcessorSettings how) {
        return Math.max(200, Math.min(2000, how.batchSize() * how.workers() * 5));
    }

    long sweep() {
        return sweep;
    }

    void end() {
        ended = true;
        bell.ring();
    }

    @Override
    public void run() {
        int failures = 0;
        while (!ended) {
            try {
                boolean found = sweepOnce();
                failures = 0;
                if (!found) {
                    bell.await(Math.min(idle().toNanos(), TimeUnit.MILLISECONDS.toNanos(soonest)));
                }
            } catch (SQLException | RuntimeException e) {
                failures++;
                if (!ended) {
                    tell(e, failures);
                }
                pause(failures);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private Duration idle() {
        return told.getAsBoolean() && TOLD.compareTo(how.pollingInterval()) > 0 ? TOLD : how.pollingInterval();
    }

    private static void tell(Exception error, int failures) {
        if (failures == 1) {
            LOG.warn("events cannot be read now; it is tried again and again: {}", error.toString());
        } else {
            LOG.debug("events cannot be read now, for the {}. time", failures, error);
        }
    }

    private void pause(int failures) {
        try {
            bell.await(how.pollingInterval().toNanos() << Math.min(failures, MOST_DOUBLINGS));
        } catch (InterruptedException e) {
            ended = true;
        }
    }

    /** Answers whether anything was found to do. */
    private boolean sweepOnce() throws SQLException, InterruptedException {
        sweep++;
        full.clear();
        soonest = Long.MAX_VALUE / 2_000_000;
        List<HashRange> ranges = share.ranges();
        if (ranges.isEmpty()) {
            return false;
        }
        boolean found = false;
        try (Connection connection = source.getConnection()) {
            if (!connection.getAutoCommit()) {
                connection.setAutoCommit(true);
            }
            for (HashRange range : ranges) {
                found |= read(connection, range);
            }
            tidy(connection, ranges);
        }
        return found;
    }

    private boolean read(Connection connection, HashRange range) throws SQLException, InterruptedException {
        boolean found = false;
        long hash = range.first() - 1;
        long id = 0;
        while (!ended) {
            lanes.forEach(Lane::readBegins);
            List<Row> page = table.page(connection, range, hash, id, pageSize);
            for (Row row : page) {
                found |= offer(row);
            }
            if (page.size() < pageSize) {
                return found;
            }
            Row last = page.get(page.size() - 1);
            hash = last.hash();
            id = last.id();
        }
        return found;
    }

    private boolean offer(Row row) throws InterruptedException {
        if (!row.due()) {
            soonest = Math.min(soonest, row.dueIn());
        }
        Lane lane = lanes.get(laneOf(row.hash(), lanes.size()));
        Lane.Offer answer = lane.offer(row, sweep);
        if (answer == Lane.Offer.REFUSED && !full.contains(lane)) {
            if (lane.awaitRoom(PATIENCE_NANOS)) {
                answer = lane.offerAgain(row, sweep);
            } else {
                full.add(lane);
            }
        }
        return answer == Lane.Offer.TAKEN;
    }

    /** Neighbouring hashes go to different lanes: a member's ranges may be narrow. */
    static int laneOf(int hash, int lanes) {
        return Math.floorMod((hash * 0x9E3779B9) >>> 16, lanes);
    }

    /** Completed events that were kept long enough go, some at a time. */
    private void tidy(Connection connection, List<HashRange> ranges) throws SQLException {
        if (how.keepDone().isEmpty() || System.nanoTime() - tidied < TIDY.toNanos()) {
            return;
        }
        tidied = System.nanoTime();
        for (HashRange range : ranges) {
            List<Long> old = table.old(connection, range, how.keepDone().get());
            if (!old.isEmpty()) {
                table.forget(connection, old);
            }
        }
    }
}
