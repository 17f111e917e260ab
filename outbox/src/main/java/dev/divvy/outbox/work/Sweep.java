package dev.divvy.outbox.work;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlRetry;
import dev.divvy.boardsql.jdbc.Work;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.Entity;
import dev.divvy.outbox.table.Row;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Once through all that is held, along the index of hash and id, page by page. A page ends between two hashes; of a hash with more rows than
 * a page has, only the first are read. It waits where a lane is full and none is hungry, and ends early when something else is held than at its beginning.
 */
final class Sweep {

    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int MOST_ATTEMPTS = 8;
    private static final int MOST_WITHOUT = 200;

    /** After so many pages in a row of which nothing was taken, because a lane is full, the reader waits. */
    private static final int MOST_IN_VAIN = 4;

    /** So many times as long as those pages took. */
    private static final int PARTS = 20;

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Source source;
    private final Routes routes;
    private final List<Lane> lanes;
    private final Crowds crowds;
    private final Pause pause;
    private final Reach reach;
    private final int pageSize;

    private boolean found;

    /** Whether the bell rang while this was under way: it may have been for what lies behind us. */
    private boolean rung;

    /** Pages in a row of which nothing was taken and something refused. */
    private int inVain;

    /** For how long the database was asked before the first of them. */
    private long askedBefore;

    private boolean ended;
    private long soonest = Long.MAX_VALUE;

    /** For how long the database was asked, in nanoseconds; waiting for a connection or for room in a lane is no part of it. */
    private long asked;

    /** The hash whose rows are left out, because its lane is full; without a meaning when nothing was refused yet. */
    private int refusedHash;

    private boolean refused;

    /** Of the page in hand: whether anything was taken and anything refused, how many wait, and whose. */
    private boolean pageTaken;

    private boolean pageRefused;
    private int waits;

    private final Set<Entity> waiting = new LinkedHashSet<>();

    /** Waits until there may be room or something new, at most so many nanoseconds; answers whether there is reason to look. */
    interface Pause {
        boolean await(long nanos) throws InterruptedException;
    }

    Sweep(Source source, Routes routes, Crowds crowds, Pause pause) {
        this.source = source;
        this.routes = routes;
        this.lanes = routes.lanes();
        this.crowds = crowds;
        this.pause = pause;
        this.reach = source.share().reach();
        this.pageSize = pageSize(source.how());
    }

    /** A read serves several batches. */
    static int pageSize(ProcessorSettings how) {
        return Math.max(200, Math.min(2000, how.batchSize() * how.workers() * 10));
    }

    /** Answers whether to begin another one at once: something was found, or is told of, or something else is held now. */
    boolean run() throws SQLException, InterruptedException {
        routes.sweepBegins();
        crowds.held(reach);
        for (HashRange whole : reach.ranges()) {
            for (HashRange range : crowds.cut(whole, System.nanoTime())) {
                read(range);
            }
        }
        return found || ended || rung;
    }

    Reach reach() {
        return reach;
    }

    /** In how many nanoseconds something is due that was not, or is to be looked at again. */
    long soonest() {
        return Math.min(soonest, crowds.soonest(System.nanoTime()));
    }

    private boolean goesOn() {
        ended = ended
                || source.ending().getAsBoolean()
                || !source.share().reach().equals(reach);
        return !ended;
    }

    private void read(HashRange range) throws SQLException, InterruptedException {
        long from = range.first();
        while (from <= range.last() && goesOn()) {
            HashRange rest = new HashRange(from, range.last());
            long before = asked;
            List<Row> page = ask(connection -> source.table().page(connection, rest, pageSize, reach::fenceOf));
            if (page.size() < pageSize) {
                offer(page);
                return;
            }
            int last = page.get(page.size() - 1).hash();
            if (page.get(0).hash() == last) {
                offer(page);
                routes.of(last).thereIsMore();
                crowd(last, before);
                from = last + 1L;
            } else {
                offer(page.stream().filter(row -> row.hash() != last).toList());
                from = last;
            }
            restAfter();
        }
    }

    /** Behind many rows that wait there may be others of the same hash that need not. */
    private void crowd(int hash, long before) throws SQLException, InterruptedException {
        if (waits < pageSize / 2 || !goesOn()) {
            return;
        }
        long due = soonest;
        while (!waiting.isEmpty() && waiting.size() <= MOST_WITHOUT && !(refused && refusedHash == hash) && goesOn()) {
            List<Entity> without = List.copyOf(waiting);
            List<Row> others =
                    ask(connection -> source.table().others(connection, hash, without, pageSize, reach::fenceOf));
            offer(others);
            boolean more = others.size() == pageSize && waits >= pageSize / 2;
            waiting.addAll(without);
            if (!more || waiting.size() == without.size()) {
                break;
            }
        }
        crowds.leaveOut(hash, System.nanoTime(), asked - before, due);
    }

    /** On a connection that is given back before anything is waited for: workers need them too. */
    private List<Row> ask(Work<List<Row>> question) throws SQLException {
        routes.readBegins();
        List<Row> rows = SqlRetry.times(MOST_ATTEMPTS)
                .on(SqlErrorKind.ROLLED_BACK)
                .counting(source.counters()::retriedOnce)
                .call(() -> source.ask(connection -> timed(connection, question)));
        source.counters().read(rows.size());
        return rows;
    }

    private List<Row> timed(Connection connection, Work<List<Row>> question) throws SQLException {
        long began = System.nanoTime();
        try {
            return question.on(connection);
        } finally {
            asked += System.nanoTime() - began;
        }
    }

    /** One slow lane must not make the reader go through all that waits for it again and again; the others' share may come next. */
    private void restAfter() throws InterruptedException {
        if (pageTaken || !pageRefused) {
            inVain = 0;
            askedBefore = asked;
            return;
        }
        inVain++;
        if (inVain >= MOST_IN_VAIN && goesOn()) {
            rung |= pause.await(Math.min(LONGEST_NANOS, PARTS * (asked - askedBefore)));
            inVain = 0;
            askedBefore = asked;
        }
    }

    private void offer(List<Row> page) throws InterruptedException {
        waits = 0;
        waiting.clear();
        pageTaken = false;
        pageRefused = false;
        try {
            for (Row row : page) {
                if (!(refused && refusedHash == row.hash())) {
                    offer(row);
                }
                if (ended) {
                    return;
                }
            }
        } finally {
            lanes.forEach(Lane::offered);
        }
    }

    private void offer(Row row) throws InterruptedException {
        if (!row.due()) {
            soonest = Math.min(soonest, TimeUnit.MILLISECONDS.toNanos(row.dueIn()));
        }
        Lane lane = routes.of(row.hash());
        Lane.Offer answer = lane.offer(row);
        while (answer == Lane.Offer.REFUSED && lanes.stream().noneMatch(Lane::isHungry) && goesOn()) {
            // Whoever has rows must work on them meanwhile: only so does a lane become hungry again.
            lanes.forEach(Lane::offered);
            lane.awaitRoom(SLICE_NANOS);
            answer = lane.offerAgain(row);
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
                refused = true;
                pageRefused = true;
                refusedHash = row.hash();
            }
            case UNDER_WAY -> {}
        }
    }
}
