package dev.divvy.outbox.work;

import dev.divvy.outbox.table.Entity;
import dev.divvy.outbox.table.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The rows on their way to one worker, in order per entity: all rows of an entity go through the same lane. The reader offers what it
 * reads, sweep after sweep, and may have read it a while ago; the worker takes rows and says what became of them. Under the lock of this
 * object all of that is one story, so that a row is never handled twice at once, nor before an earlier one of its entity.
 *
 * <p>It relies on one thing: what is offered of an entity is what one read has seen of it, from its first pending row on, in the order of
 * ids. A page that ended in the midst of a hash and went on in a later read would pass by what was committed in between.
 */
final class Lane {

    /** What became of an offer. */
    enum Offer {
        /** It will be handled. */
        TAKEN,
        /** It is in the queue or with the worker, or was completed a moment ago. */
        UNDER_WAY,
        /** It failed and is not due yet, or waits for an earlier one that is so. */
        WAITS,
        /** There is no room; neither is there for the rest of its hash in this sweep. */
        REFUSED
    }

    /**
     * An entity whose later events wait for this one.
     *
     * @param sweep in which the reader last saw the head, or in which it was put here: in the next one it is seen again, or it is gone
     */
    private record Wait(long head, long sweep) {}

    private static final int MOST_SUSPECTS = 1000;

    private final int capacity;
    private final Deque<Row> queue = new ArrayDeque<>();

    /** Rows in the queue or with the worker. */
    private final Set<Long> taken = new HashSet<>();

    /** Rows that were completed after the reader began its last read: what it has of them is of yesterday. */
    private final Set<Long> completed = new HashSet<>();

    /** Rows that have failed since then: they are not due, whatever the reader has of them. */
    private final Set<Long> failed = new HashSet<>();

    private final Map<Entity, Wait> waiting = new HashMap<>();

    /** Rows that are handled one at a time, because some batch with them never came back; the oldest are forgotten first. */
    private final Set<Long> suspects = new LinkedHashSet<>();

    /** The sweep that the reader is in. */
    private long sweep;

    private long refusedSweep = -1;
    private int refusedHash;

    /** The first row of that hash that was refused: only this one may be offered again. */
    private long refusedFirst;

    private boolean wanted;
    private boolean closed;

    Lane(int capacity) {
        this.capacity = capacity;
    }

    // --- the reader ---

    /** The reader begins at the start again. Who was not seen in the last sweep waits no longer: the head is gone, or held by others. */
    synchronized void sweepBegins() {
        sweep++;
        waiting.values().removeIf(wait -> wait.sweep() < sweep - 1);
    }

    /** The reader begins to read: from here on the table says all that was written before. */
    synchronized void readBegins() {
        completed.clear();
        failed.clear();
    }

    synchronized Offer offer(Row row) {
        if (mustWait(row)) {
            return Offer.WAITS;
        }
        if (closed || taken.contains(row.id()) || completed.contains(row.id())) {
            return Offer.UNDER_WAY;
        }
        if (!row.due() || failed.contains(row.id())) {
            waiting.put(row.entity(), new Wait(row.id(), sweep));
            return Offer.WAITS;
        }
        if (queue.size() >= capacity || (refusedSweep == sweep && refusedHash == row.hash())) {
            return refuse(row);
        }
        waiting.remove(row.entity());
        taken.add(row.id());
        queue.add(row);
        notifyAll();
        return Offer.TAKEN;
    }

    private Offer refuse(Row row) {
        if (refusedSweep != sweep || refusedHash != row.hash()) {
            refusedSweep = sweep;
            refusedHash = row.hash();
            refusedFirst = row.id();
        }
        wanted = true;
        return Offer.REFUSED;
    }

    /** Offers a row once more that was refused a moment ago. */
    synchronized Offer offerAgain(Row row) {
        if (refusedHash == row.hash() && refusedFirst == row.id()) {
            refusedSweep = -1;
        }
        return offer(row);
    }

    /** Whether an earlier event of the same entity comes first. One that this sweep has not shown before the later ones is gone. */
    private boolean mustWait(Row row) {
        Wait wait = waiting.get(row.entity());
        if (wait == null || row.id() < wait.head()) {
            return false;
        }
        if (row.id() == wait.head()) {
            waiting.put(row.entity(), new Wait(wait.head(), sweep));
            return false;
        }
        if (wait.sweep() == sweep) {
            return true;
        }
        waiting.remove(row.entity());
        return false;
    }

    synchronized boolean isFull() {
        return queue.size() >= capacity && !closed;
    }

    /** Waits until there is room, at most this long. */
    synchronized void awaitRoom(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        while (isFull()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** Whether the reader was sent away since it last asked, and there is room again. */
    synchronized boolean wantsMore() {
        boolean wants = wanted && queue.size() < capacity;
        wanted &= !wants;
        return wants;
    }

    // --- the worker ---

    /**
     * Waits for rows and takes some, at most so many, and not many bytes; none when the lane is closed.
     *
     * @param mostBytes a single larger row is taken alone
     */
    synchronized List<Row> take(int most, long mostBytes) throws InterruptedException {
        while (queue.isEmpty() && !closed) {
            wait();
        }
        List<Row> rows = new ArrayList<>();
        long bytes = 0;
        while (!queue.isEmpty() && rows.size() < most) {
            Row next = queue.element();
            boolean alone = suspects.contains(next.id());
            bytes += next.length();
            if (!rows.isEmpty() && (alone || bytes > mostBytes)) {
                break;
            }
            rows.add(queue.remove());
            if (alone) {
                break;
            }
        }
        notifyAll();
        return rows;
    }

    /** These rows are completed: they are gone from the table, or pending no longer. */
    synchronized void completed(Collection<Row> rows) {
        for (Row row : rows) {
            completed.add(row.id());
            taken.remove(row.id());
            suspects.remove(row.id());
        }
    }

    /** This row has failed and the table says until when it waits: so do the later ones of its entity. */
    synchronized void failed(Row row) {
        failed.add(row.id());
        giveBack(List.of(row));
    }

    /** These rows were not completed and are read anew; the later ones of their entities come after them. */
    synchronized void giveBack(Collection<Row> rows) {
        Map<Entity, Long> heads = new HashMap<>();
        for (Row row : rows) {
            taken.remove(row.id());
            heads.merge(row.entity(), row.id(), Math::min);
        }
        heads.forEach((entity, head) -> waiting.merge(
                entity, new Wait(head, sweep), (old, now) -> new Wait(Math.min(old.head(), now.head()), sweep)));
        queue.removeIf(row -> {
            Long head = heads.get(row.entity());
            boolean later = head != null && row.id() > head;
            if (later) {
                taken.remove(row.id());
            }
            return later;
        });
        notifyAll();
    }

    /** The worker did not come back with these: from now on each is handled alone. */
    synchronized void suspect(Collection<Row> rows) {
        for (Row row : rows) {
            if (suspects.size() >= MOST_SUSPECTS) {
                suspects.remove(suspects.iterator().next());
            }
            suspects.add(row.id());
        }
    }

    /** Nothing more is taken; what waits here is left to whoever comes next. */
    synchronized void close() {
        closed = true;
        queue.forEach(row -> taken.remove(row.id()));
        queue.clear();
        notifyAll();
    }

    /** How much is remembered besides what is under way. */
    synchronized int remembered() {
        return waiting.size() + suspects.size();
    }
}
