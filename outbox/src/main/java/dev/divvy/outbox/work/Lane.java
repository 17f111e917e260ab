package dev.divvy.outbox.work;

import dev.divvy.outbox.table.Entity;
import dev.divvy.outbox.table.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The rows on their way to one worker, in order per entity: all rows of an entity go through the same lane, see {@link Routes}. The reader offers what it
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
    private record Wait(long head, int hash, long sweep) {

        /** For the earlier one of both, as of now. */
        Wait earlier(Wait other) {
            return new Wait(Math.min(head, other.head), hash, sweep);
        }
    }

    private static final int MOST_SUSPECTS = 1000;

    /** However short the queue is: what waits in it is in memory. */
    private static final long MOST_BYTES = 4 * 1024 * 1024;

    /** A lane is hungry when only one part of so many is taken. */
    private static final int HUNGRY = 4;

    private final int capacity;
    private final Deque<Row> queue = new ArrayDeque<>();

    /** How many bytes of payloads the queue has in memory: large ones are read later. */
    private long bytes;

    /** Rows in the queue or with the worker, and their hashes. */
    private final Map<Long, Integer> taken = new HashMap<>();

    /** Rows that were completed after the reader began its last read: what it has of them is of yesterday. */
    private final Set<Long> completed = new HashSet<>();

    /** Rows that have failed since then: they are not due, whatever the reader has of them. */
    private final Set<Long> failed = new HashSet<>();

    private final Map<Entity, Wait> waiting = new HashMap<>();

    /** Rows that are handled one at a time, because some batch with them never came back, and their hashes; the oldest are forgotten first. */
    private final Map<Long, Integer> suspects = new LinkedHashMap<>();

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
        if (closed || taken.containsKey(row.id()) || completed.contains(row.id())) {
            return Offer.UNDER_WAY;
        }
        if (!row.due() || failed.contains(row.id())) {
            waiting.put(row.entity(), new Wait(row.id(), row.hash(), sweep));
            return Offer.WAITS;
        }
        if (!hasRoom() || (refusedSweep == sweep && refusedHash == row.hash())) {
            return refuse(row);
        }
        waiting.remove(row.entity());
        taken.put(row.id(), row.hash());
        queue.add(row);
        bytes += inMemory(row);
        return Offer.TAKEN;
    }

    /** That was all for now. A worker that came at the first row of many would go with that one alone. */
    synchronized void offered() {
        notifyAll();
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
            waiting.put(row.entity(), new Wait(wait.head(), wait.hash(), sweep));
            return false;
        }
        if (wait.sweep() == sweep) {
            return true;
        }
        waiting.remove(row.entity());
        return false;
    }

    synchronized boolean isFull() {
        return !hasRoom() && !closed;
    }

    /** Whether its worker will soon have nothing to do. */
    synchronized boolean isHungry() {
        return queue.size() <= capacity / HUNGRY && bytes < MOST_BYTES / HUNGRY && !closed;
    }

    private static long inMemory(Row row) {
        return row.payload() == null ? 0 : row.length();
    }

    private boolean hasRoom() {
        return queue.size() < capacity && bytes < MOST_BYTES;
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

    /** There are rows for this lane that were not offered in this sweep. */
    synchronized void thereIsMore() {
        wanted = true;
    }

    /** Whether there was more for this lane than it got, and it is hungry now. */
    synchronized boolean wantsMore() {
        boolean wants = wanted && isHungry();
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
        long size = 0;
        while (!queue.isEmpty() && rows.size() < most) {
            Row next = queue.element();
            boolean alone = suspects.containsKey(next.id());
            size += next.length();
            if (!rows.isEmpty() && (alone || size > mostBytes)) {
                break;
            }
            rows.add(queue.remove());
            bytes -= inMemory(next);
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
        Map<Entity, Wait> heads = new HashMap<>();
        for (Row row : rows) {
            taken.remove(row.id());
            heads.merge(row.entity(), new Wait(row.id(), row.hash(), sweep), Wait::earlier);
        }
        heads.forEach((entity, head) -> waiting.merge(entity, head, (old, now) -> now.earlier(old)));
        queue.removeIf(row -> {
            Wait head = heads.get(row.entity());
            boolean later = head != null && row.id() > head.head();
            if (later) {
                taken.remove(row.id());
                bytes -= inMemory(row);
            }
            return later;
        });
        notifyAll();
    }

    /** The worker did not come back with these: from now on each is handled alone. */
    synchronized void suspect(Collection<Row> rows) {
        for (Row row : rows) {
            if (suspects.size() >= MOST_SUSPECTS) {
                suspects.remove(suspects.keySet().iterator().next());
            }
            suspects.put(row.id(), row.hash());
        }
    }

    /** Nothing more is taken; what waits here is left to whoever comes next. */
    synchronized void close() {
        closed = true;
        queue.forEach(row -> taken.remove(row.id()));
        queue.clear();
        bytes = 0;
        notifyAll();
    }

    /** How many rows wait here or are with the worker. */
    synchronized int load() {
        return taken.size();
    }

    /** The hashes whose rows must come here and nowhere else. */
    synchronized void hashesInMind(Set<Integer> hashes) {
        hashes.addAll(taken.values());
        hashes.addAll(suspects.values());
        waiting.values().forEach(wait -> hashes.add(wait.hash()));
    }

    /** How much is remembered besides what is under way. */
    synchronized int remembered() {
        return waiting.size() + suspects.size();
    }
}
