package dev.divvy.outbox.reading;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlRetry;
import dev.divvy.boardsql.jdbc.SqlWork;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EntityKey;
import dev.divvy.outbox.table.EventRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One scan of the pending rows of all tokens held, along the index of hash and id, page by page. A page ends between two hashes; of a hash
 * with more rows than a page has, only the first are read. The scan waits where a queue is full and none runs low, and ends early when other
 * tokens are held than at its beginning.
 */
public final class TableScan {

    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int MOST_ATTEMPTS = 8;
    private static final int MOST_WITHOUT = 200;

    /** After so many pages in a row of which nothing was taken, because a queue is full, the poller waits. */
    private static final int MOST_IN_VAIN = 4;

    /** So many times as long as those pages took. */
    private static final int PARTS = 20;

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ProcessorContext context;
    private final QueueRouting routing;
    private final List<WorkerQueue> queues;
    private final BlockedHashes blocked;
    private final Pause pause;
    private final HeldTokens held;
    private final int pageSize;

    private boolean found;

    /** Whether the poller was woken during this scan: it may have been for what lies behind us. */
    private boolean woken;

    /** Pages in a row of which nothing was taken and something refused. */
    private int inVain;

    /** For how long the database was asked before the first of them. */
    private long askedBefore;

    private boolean ended;
    private long soonest = Long.MAX_VALUE;

    /** For how long the database was asked, in nanoseconds; waiting for a connection or for room in a queue is no part of it. */
    private long asked;

    /** Of the page in hand: whether anything was taken and anything refused, how many wait, and whose. */
    private boolean pageTaken;

    private boolean pageRefused;
    private int waits;

    private final Set<EntityKey> waiting = new LinkedHashSet<>();

    /** Waits until there may be room or something new, at most so many nanoseconds; answers whether there is reason to look. */
    interface Pause {
        boolean await(long nanos) throws InterruptedException;
    }

    TableScan(ProcessorContext context, QueueRouting routing, BlockedHashes blocked, Pause pause) {
        this.context = context;
        this.routing = routing;
        this.queues = routing.queues();
        this.blocked = blocked;
        this.pause = pause;
        this.held = context.ownership().held();
        this.pageSize = pageSize(context.settings());
    }

    /** Returns how many rows a page has: a read serves several batches. */
    public static int pageSize(ProcessorSettings settings) {
        return Math.max(200, Math.min(2000, settings.batchSize() * settings.workers() * 10));
    }

    /** Returns whether to begin another scan at once: something was found, the poller was woken, or other tokens are held now. */
    boolean run() throws SQLException, InterruptedException {
        routing.scanBegins();
        blocked.held(held);
        for (HashRange whole : held.ranges()) {
            for (HashRange range : blocked.cut(whole, System.nanoTime())) {
                read(range);
            }
        }
        return found || ended || woken;
    }

    HeldTokens held() {
        return held;
    }

    /** Returns in how many nanoseconds an event becomes due or a blocked hash is to be read again. */
    long soonest() {
        return Math.min(soonest, blocked.soonest(System.nanoTime()));
    }

    private boolean goesOn() {
        ended = ended || context.isClosing() || !context.ownership().held().equals(held);
        return !ended;
    }

    private void read(HashRange range) throws SQLException, InterruptedException {
        long from = range.first();
        while (from <= range.last() && goesOn()) {
            HashRange rest = new HashRange(from, range.last());
            long before = asked;
            List<EventRow> page = ask(connection -> context.table().page(connection, rest, pageSize, held::fenceOf));
            if (page.size() < pageSize) {
                offer(page);
                return;
            }
            int last = page.get(page.size() - 1).hash();
            if (page.get(0).hash() == last) {
                offer(page);
                routing.of(last).thereIsMore();
                lookBehindBlocked(last, before);
                from = last + 1L;
            } else {
                offer(page.stream().filter(row -> row.hash() != last).toList());
                from = last;
            }
            restAfter();
        }
    }

    /** Behind many rows that wait there may be others of the same hash that need not. */
    private void lookBehindBlocked(int hash, long before) throws SQLException, InterruptedException {
        if (waits < pageSize / 2 || !goesOn()) {
            return;
        }
        long due = soonest;
        while (!waiting.isEmpty()
                && waiting.size() <= MOST_WITHOUT
                && !routing.of(hash).hasRefused(hash)
                && goesOn()) {
            List<EntityKey> without = List.copyOf(waiting);
            List<EventRow> others =
                    ask(connection -> context.table().others(connection, hash, without, pageSize, held::fenceOf));
            offer(others);
            boolean more = others.size() == pageSize && waits >= pageSize / 2;
            waiting.addAll(without);
            if (!more || waiting.size() == without.size()) {
                break;
            }
        }
        blocked.leaveOut(hash, System.nanoTime(), asked - before, due);
    }

    /** On a connection that is given back before anything is waited for: workers need them too. */
    private List<EventRow> ask(SqlWork<List<EventRow>> question) throws SQLException {
        routing.readBegins();
        List<EventRow> rows = SqlRetry.times(MOST_ATTEMPTS)
                .on(SqlErrorKind.ROLLED_BACK)
                .counting(context.counters()::retriedOnce)
                .call(() -> context.onConnection(connection -> timed(connection, question)));
        context.counters().read(rows.size());
        return rows;
    }

    private List<EventRow> timed(Connection connection, SqlWork<List<EventRow>> question) throws SQLException {
        long began = System.nanoTime();
        try {
            return question.on(connection);
        } finally {
            asked += System.nanoTime() - began;
        }
    }

    /** One slow queue must not make the poller go through all that waits for it again and again; rows for the others may come next. */
    private void restAfter() throws InterruptedException {
        if (pageTaken || !pageRefused) {
            inVain = 0;
            askedBefore = asked;
            return;
        }
        inVain++;
        if (inVain >= MOST_IN_VAIN && goesOn()) {
            woken |= pause.await(Math.min(LONGEST_NANOS, PARTS * (asked - askedBefore)));
            inVain = 0;
            askedBefore = asked;
        }
    }

    private void offer(List<EventRow> page) throws InterruptedException {
        waits = 0;
        waiting.clear();
        pageTaken = false;
        pageRefused = false;
        try {
            for (EventRow row : page) {
                offer(row);
                if (ended) {
                    return;
                }
            }
        } finally {
            queues.forEach(WorkerQueue::offered);
        }
    }

    private void offer(EventRow row) throws InterruptedException {
        WorkerQueue queue = routing.of(row.hash());
        WorkerQueue.Offer answer = queue.offer(row);
        while (answer == WorkerQueue.Offer.REFUSED
                && queues.stream().noneMatch(WorkerQueue::isRunningLow)
                && goesOn()) {
            // Workers with rows must work on them meanwhile: only then does a queue run low again.
            queues.forEach(WorkerQueue::offered);
            queue.awaitRoom(SLICE_NANOS);
            answer = queue.offerAgain(row);
        }
        if (!row.due() && answer != WorkerQueue.Offer.SKIPPED) {
            soonest = Math.min(soonest, TimeUnit.MILLISECONDS.toNanos(row.dueIn()));
        }
        switch (answer) {
            case TAKEN -> {
                found = true;
                pageTaken = true;
            }
            case WAITS -> {
                waits++;
                waiting.add(row.entity());
            }
            case REFUSED -> {
                pageRefused = true;
            }
            case UNDER_WAY, SKIPPED -> {}
        }
    }
}
