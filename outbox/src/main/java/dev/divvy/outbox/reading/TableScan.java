package dev.divvy.outbox.reading;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlRetry;
import dev.divvy.boardsql.jdbc.SqlWork;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EntityKey;
import dev.divvy.outbox.table.EventRow;
import dev.divvy.outbox.table.EventTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One scan of the pending rows of tokens held, through the index of hash and id, page by page. A page ends between two hashes; of a hash
 * with more rows than a page holds, only the first are read. The first rows of several ranges are read at once. The scan waits while a queue
 * is full and none runs low, and ends early when the tokens held change. The next one starts where it ended: otherwise the last hashes would
 * wait for as long as tokens move often.
 */
public final class TableScan {

    private static final long FULL_QUEUE_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int MAX_ATTEMPTS = 8;

    /** The number of consecutive pages without a taken row, because a queue is full, after which the poller rests. */
    private static final int REFUSED_PAGES_BEFORE_REST = 4;

    /** The rest, as a multiple of the time that the database took for those pages. */
    private static final int REST_PER_READ = 20;

    private static final long MAX_REST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The ranges whose first rows are read by one statement. */
    private static final int RANGES_PER_READ = 16;

    private static final int MIN_ROWS_PER_RANGE = 20;

    private final ProcessorContext context;
    private final QueueRouting routing;
    private final List<WorkerQueue> queues;
    private final WaitingRows waiting;
    private final Pause pause;
    private final UnreadableHashes unreadable;
    private final ScanPlan plan;
    private final HeldTokens held;
    private final List<HashRange> ranges;
    private final int pageSize;

    /** The first hash of the last read. */
    private long position;

    private boolean found;

    /** Whether the poller was woken during this scan, possibly for a row in a range that was read already. */
    private boolean woken;

    /** Consecutive pages of which no row was taken and at least one refused. */
    private int refusedPages;

    /** The value of {@link #queryNanos} before the first of them. */
    private long queryNanosBefore;

    private boolean ended;

    /** Whether there may be rows that were not offered: a page was full, or a row was refused. */
    private boolean leftRows;

    /** Nanoseconds that the database took for queries, without the time spent waiting for a connection or for a full queue. */
    private long queryNanos;

    /** Whether any row of the current page was taken. */
    private boolean pageTaken;

    /** Whether any row of the current page was refused. */
    private boolean pageRefused;

    /** Whether any row of the current page could be handled: it was taken, or waits only for a worker. */
    private boolean pageHasWork;

    /** The rows of the current page that may be parked. */
    private final List<EventRow> parkable = new ArrayList<>();

    /** Their entities. */
    private final Set<EntityKey> parkableEntities = new HashSet<>();

    /** Waits for a wake-up, at most this many nanoseconds; returns whether there was one. */
    interface Pause {
        boolean await(long nanos) throws InterruptedException;
    }

    TableScan(
            ProcessorContext context,
            QueueRouting routing,
            WaitingRows waiting,
            UnreadableHashes unreadable,
            Pause pause,
            ScanPlan plan) {
        this.context = context;
        this.routing = routing;
        this.queues = routing.queues();
        this.waiting = waiting;
        this.pause = pause;
        this.unreadable = unreadable;
        this.plan = plan;
        this.held = plan.held();
        this.ranges = plan.ranges();
        this.position = ranges.isEmpty() ? Integer.MIN_VALUE : ranges.get(0).first();
        this.pageSize = pageSize(context.settings());
    }

    /** Returns the number of rows per page: one read serves several batches. */
    public static int pageSize(ProcessorSettings settings) {
        return Math.max(200, Math.min(2000, settings.batchSize() * settings.workers() * 10));
    }

    /** Scans once. Returns whether to start another scan at once: rows were taken, the poller was woken, or the tokens held have changed. */
    boolean run() throws SQLException, InterruptedException {
        routing.beginScan();
        waiting.beginScan(held);
        routing.takeovers().beginScan(held);
        for (int from = 0; from < ranges.size() && mayContinue(); from += RANGES_PER_READ) {
            readAll(ranges.subList(from, Math.min(ranges.size(), from + RANGES_PER_READ)));
        }
        routing.takeovers().endScan(plan.everything() && sawAll());
        return found || ended || woken;
    }

    /** Returns whether there is nothing to read. */
    boolean isEmpty() {
        return ranges.isEmpty();
    }

    /** Returns whether a page was full, or a row refused. */
    boolean foundBacklog() {
        return leftRows;
    }

    /** Returns whether every pending row was offered that was committed before the scan. */
    boolean sawAll() {
        return !ended && !leftRows;
    }

    /** Returns the first hash of the last read. */
    long position() {
        return position;
    }

    /** Returns whether the scan ended early. */
    boolean wasEnded() {
        return ended;
    }

    /** Returns whether a row was taken. */
    boolean foundAny() {
        return found;
    }

    private boolean mayContinue() {
        ended = ended || context.isClosing() || !context.ownership().held().equals(held);
        return !ended;
    }

    private void readAll(List<HashRange> together) throws SQLException, InterruptedException {
        int limit = together.size() == 1 ? pageSize : Math.max(MIN_ROWS_PER_RANGE, pageSize / together.size());
        for (HashRange rest : readFirsts(together, limit)) {
            read(rest);
        }
    }

    /** Reads the first rows of each range at once; returns the rests of the ranges. */
    private List<HashRange> readFirsts(List<HashRange> together, int limit) throws SQLException, InterruptedException {
        List<EventRow> rows;
        try {
            rows = query(together, limit);
        } catch (SQLException e) {
            if (UnreadableHashes.mayBeDueToARow(e)) {
                return together;
            }
            throw e;
        }
        List<HashRange> rests = new ArrayList<>();
        for (HashRange range : together) {
            List<EventRow> page = rows.stream()
                    .filter(row -> row.hash() >= range.first() && row.hash() <= range.last())
                    .toList();
            offerPage(page, range, limit).ifPresent(rests::add);
            if (ended) {
                return List.of();
            }
        }
        return rests;
    }

    private void read(HashRange range) throws SQLException, InterruptedException {
        Optional<HashRange> rest = Optional.of(range);
        int limit = pageSize;
        while (rest.isPresent() && mayContinue()) {
            restIfRefused();
            try {
                rest = offerPage(query(List.of(rest.get()), limit), rest.get(), limit);
                limit = Math.min(pageSize, 2 * limit);
            } catch (SQLException e) {
                if (!UnreadableHashes.mayBeDueToARow(e)) {
                    throw e;
                }
                rest = limit > 1 ? rest : leaveOutFirst(rest.get(), e);
                limit = limit > 1 ? limit / 2 : pageSize;
            }
        }
    }

    /** Leaves out the first hash of a range, whose first row cannot be read; returns the rest of the range. */
    private Optional<HashRange> leaveOutFirst(HashRange range, SQLException error) throws SQLException {
        OptionalInt hash =
                context.onReadConnection(connection -> context.table().firstHash(connection, range));
        if (hash.isEmpty()) {
            return Optional.empty();
        }
        unreadable.add(hash.getAsInt(), error);
        long next = hash.getAsInt() + 1L;
        return next <= range.last() ? Optional.of(new HashRange(next, range.last())) : Optional.empty();
    }

    /** Offers the first rows of a range; returns the rest of the range. */
    private Optional<HashRange> offerPage(List<EventRow> page, HashRange range, int limit)
            throws SQLException, InterruptedException {
        if (page.size() < limit) {
            offer(page);
            return Optional.empty();
        }
        leftRows = true;
        int last = page.get(page.size() - 1).hash();
        if (page.get(0).hash() != last) {
            offer(page.stream().filter(row -> row.hash() != last).toList());
            return Optional.of(new HashRange(last, range.last()));
        }
        if (offer(page) > 0) {
            return Optional.of(range);
        }
        routing.of(last).markMore();
        return last < range.last() ? Optional.of(new HashRange(last + 1L, range.last())) : Optional.empty();
    }

    /** Runs a query on a connection that is returned before the scan waits for anything: workers need connections too. */
    private List<EventRow> query(List<HashRange> together, int limit) throws SQLException {
        boolean besideWaiting = waiting.beginRead();
        EventTable table = context.table();
        SqlWork<List<EventRow>> work = leftRows || plan.backlog()
                ? connection -> table.pageOfBacklog(connection, together, limit, besideWaiting, held::fenceOf)
                : connection -> table.page(connection, together, limit, besideWaiting, held::fenceOf);
        position = together.get(0).first();
        List<EventRow> rows = SqlRetry.times(MAX_ATTEMPTS)
                .on(SqlErrorKind.ROLLED_BACK)
                .counting(context.counters()::retriedOnce)
                .call(() -> context.onReadConnection(connection -> timed(connection, work)));
        context.counters().read(rows.size());
        return rows;
    }

    private List<EventRow> timed(Connection connection, SqlWork<List<EventRow>> work) throws SQLException {
        long start = System.nanoTime();
        try {
            return work.on(connection);
        } finally {
            queryNanos += System.nanoTime() - start;
        }
    }

    /**
     * Rests after several pages of which no row was taken because a queue is full: a slow queue must not make the poller read its rows again
     * and again. Not after the first such page, because rows for other queues may follow.
     */
    private void restIfRefused() throws InterruptedException {
        if (pageTaken || !pageRefused) {
            refusedPages = 0;
            queryNanosBefore = queryNanos;
            return;
        }
        refusedPages++;
        if (refusedPages >= REFUSED_PAGES_BEFORE_REST && mayContinue()) {
            woken |= pause.await(Math.min(MAX_REST_NANOS, REST_PER_READ * (queryNanos - queryNanosBefore)));
            refusedPages = 0;
            queryNanosBefore = queryNanos;
        }
    }

    /** Offers the rows of a page to the queues; returns the number of those that were parked. */
    private int offer(List<EventRow> page) throws SQLException, InterruptedException {
        parkable.clear();
        parkableEntities.clear();
        pageTaken = false;
        pageRefused = false;
        pageHasWork = false;
        try {
            for (EventRow row : page) {
                offer(row);
                if (ended) {
                    return 0;
                }
            }
            if (!pageHasWork && queues.stream().allMatch(queue -> queue.load() == 0)) {
                // While there is work, only its outcomes are progress.
                context.ownership().progressed();
            }
        } finally {
            queues.forEach(WorkerQueue::wakeWorker);
        }
        return waiting.park(parkable);
    }

    private void offer(EventRow read) throws InterruptedException {
        EventRow row = routing.takeovers().withCare(read, held);
        WorkerQueue queue = routing.of(row);
        WorkerQueue.Offer result = queue.offer(row);
        while (result == WorkerQueue.Offer.REFUSED
                && queues.stream().noneMatch(WorkerQueue::isRunningLow)
                && mayContinue()) {
            // Workers that have rows must be woken to work on them: only then does a queue run low again.
            queues.forEach(WorkerQueue::wakeWorker);
            queue.awaitRoom(FULL_QUEUE_WAIT_NANOS);
            result = queue.offerAgain(row);
        }
        pageHasWork |= result != WorkerQueue.Offer.WAITS && result != WorkerQueue.Offer.PARKABLE;
        switch (result) {
            case TAKEN -> {
                found = true;
                pageTaken = true;
                routing.takeovers().taken(row);
            }
            case PARKABLE -> {
                parkable.add(row);
                parkableEntities.add(row.entity());
            }
            case WAITS -> {
                if (parkableEntities.contains(row.entity())) {
                    parkable.add(row);
                }
            }
            case REFUSED -> {
                pageRefused = true;
                leftRows = true;
            }
            case UNDER_WAY, SKIPPED -> {}
        }
    }
}
