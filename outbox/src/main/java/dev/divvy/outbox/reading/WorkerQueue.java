package dev.divvy.outbox.reading;

import dev.divvy.outbox.table.EntityKey;
import dev.divvy.outbox.table.EventRow;
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
 * The rows on their way to one worker, in order per entity: all rows of an entity go through the same queue, see {@link QueueRouting}. The
 * poller offers what it reads, scan after scan, and may have read it a while ago; the worker takes rows and says what became of them. All of
 * that happens under the lock of this object, so a row is never handled twice at once, nor before an earlier one of its entity.
 *
 * <p>It relies on one thing: what is offered of an entity is what one read has seen of it, from its first pending row on, in the order of
 * ids. A page that ended in the midst of a hash and went on in a later read would miss what was committed in between.
 */
public final class WorkerQueue {

    /** The answer to an offer. */
    enum Offer {
        /** The row will be handled. */
        TAKEN,
        /** The row is in the queue or with the worker, or was completed a moment ago. */
        UNDER_WAY,
        /** The row failed and is not due yet, or waits for an earlier row that failed. */
        WAITS,
        /** There is no room for the row; it may be offered again at once. */
        REFUSED,
        /** An earlier row of the same hash was refused in this scan, so this one must not be taken before the next scan. */
        SKIPPED
    }

    /**
     * An entity whose later events wait for this one.
     *
     * @param scan in which the poller last saw the head, or in which it was put here: in the next one it is seen again, or it is gone
     */
    private record Wait(long head, int hash, long scan) {

        /** For the earlier one of both, as of now. */
        Wait earlier(Wait other) {
            return new Wait(Math.min(head, other.head), hash, scan);
        }
    }

    private static final int MOST_SUSPECTS = 1000;

    /** However short the queue is: what waits in it is in memory. */
    private static final long MOST_BYTES = 4 * 1024 * 1024;

    /** A queue runs low when only one part of so many is used. */
    private static final int PARTS = 4;

    private final int capacity;
    private final Deque<EventRow> queue = new ArrayDeque<>();

    /** How many bytes of payloads the queue has in memory: large ones are read later. */
    private long bytes;

    /** Rows in the queue or with the worker, and their hashes. */
    private final Map<Long, Integer> taken = new HashMap<>();

    /** Rows that were completed after the poller began its last read: what it has of them is out of date. */
    private final Set<Long> completed = new HashSet<>();

    /** Rows that have failed since then: they are not due, whatever the poller has of them. */
    private final Set<Long> failed = new HashSet<>();

    private final Map<EntityKey, Wait> waiting = new HashMap<>();

    /** Rows that are handled one at a time, because some batch with them never came back, and their hashes; the oldest are forgotten first. */
    private final Map<Long, Integer> suspects = new LinkedHashMap<>();

    /** The scan that the poller is in. */
    private long scan;

    /** The last scan in which a row was refused, and the hash of that row. */
    private long refusedScan = -1;

    private int refusedHash;

    /** The first row of that hash that was refused: only this one may be offered again. */
    private long refusedFirst;

    private boolean wanted;
    private boolean closed;

    public WorkerQueue(int capacity) {
        this.capacity = capacity;
    }

    // --- the poller ---

    /** The poller begins at the start again. A head that was not seen in the last scan is gone, or held by others: its entity waits no longer. */
    synchronized void scanBegins() {
        scan++;
        waiting.values().removeIf(wait -> wait.scan() < scan - 1);
    }

    /** The poller begins to read: from here on the table says all that was written before. */
    synchronized void readBegins() {
        completed.clear();
        failed.clear();
    }

    synchronized Offer offer(EventRow row) {
        if (hasRefused(row.hash())) {
            return Offer.SKIPPED;
        }
        if (mustWait(row)) {
            return Offer.WAITS;
        }
        if (closed || taken.containsKey(row.id()) || completed.contains(row.id())) {
            return Offer.UNDER_WAY;
        }
        if (!row.due() || failed.contains(row.id())) {
            waiting.put(row.entity(), new Wait(row.id(), row.hash(), scan));
            return Offer.WAITS;
        }
        if (!hasRoom()) {
            refusedScan = scan;
            refusedHash = row.hash();
            refusedFirst = row.id();
            wanted = true;
            return Offer.REFUSED;
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

    /** Returns whether a row of this hash was refused in this scan. */
    synchronized boolean hasRefused(int hash) {
        return refusedScan == scan && refusedHash == hash;
    }

    /** Offers a row once more that was refused a moment ago. */
    synchronized Offer offerAgain(EventRow row) {
        if (refusedHash == row.hash() && refusedFirst == row.id()) {
            refusedScan = -1;
        }
        return offer(row);
    }

    /** Returns whether an earlier event of the same entity comes first. One that this scan has not shown before the later ones is gone. */
    private boolean mustWait(EventRow row) {
        Wait wait = waiting.get(row.entity());
        if (wait == null || row.id() < wait.head()) {
            return false;
        }
        if (row.id() == wait.head()) {
            waiting.put(row.entity(), new Wait(wait.head(), wait.hash(), scan));
            return false;
        }
        if (wait.scan() == scan) {
            return true;
        }
        waiting.remove(row.entity());
        return false;
    }

    synchronized boolean isFull() {
        return !hasRoom() && !closed;
    }

    /** Returns whether the worker will soon have nothing to do. */
    synchronized boolean isRunningLow() {
        return queue.size() <= capacity / PARTS && bytes < MOST_BYTES / PARTS && !closed;
    }

    private static long inMemory(EventRow row) {
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

    /** There are rows for this queue that were not offered in this scan. */
    synchronized void thereIsMore() {
        wanted = true;
    }

    /** Returns whether there was more for this queue than it got, and it runs low now. */
    public synchronized boolean wantsMore() {
        boolean wants = wanted && isRunningLow();
        wanted &= !wants;
        return wants;
    }

    // --- the worker ---

    /**
     * Waits for rows and takes some, at most so many, and not many bytes; none when the queue is closed.
     *
     * @param mostBytes a single larger row is taken alone
     */
    public synchronized List<EventRow> take(int most, long mostBytes) throws InterruptedException {
        while (queue.isEmpty() && !closed) {
            wait();
        }
        return takeNow(most, mostBytes);
    }

    /** As {@link #take}, without waiting. */
    synchronized List<EventRow> takeNow(int most, long mostBytes) {
        List<EventRow> rows = new ArrayList<>();
        long size = 0;
        while (!queue.isEmpty() && rows.size() < most) {
            EventRow next = queue.element();
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
    public synchronized void completed(Collection<EventRow> rows) {
        for (EventRow row : rows) {
            completed.add(row.id());
            taken.remove(row.id());
            suspects.remove(row.id());
        }
    }

    /** This row has failed and the table says until when it waits: so do the later ones of its entity. */
    public synchronized void failed(EventRow row) {
        failed.add(row.id());
        giveBack(List.of(row));
    }

    /** These rows were not completed and are read anew; the later ones of their entities come after them. */
    public synchronized void giveBack(Collection<EventRow> rows) {
        Map<EntityKey, Wait> heads = new HashMap<>();
        for (EventRow row : rows) {
            taken.remove(row.id());
            heads.merge(row.entity(), new Wait(row.id(), row.hash(), scan), Wait::earlier);
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
    public synchronized void suspect(Collection<EventRow> rows) {
        for (EventRow row : rows) {
            if (suspects.size() >= MOST_SUSPECTS) {
                suspects.remove(suspects.keySet().iterator().next());
            }
            suspects.put(row.id(), row.hash());
        }
    }

    /** Takes nothing more; what waits here is left to the next owner. */
    public synchronized void close() {
        closed = true;
        queue.forEach(row -> taken.remove(row.id()));
        queue.clear();
        bytes = 0;
        notifyAll();
    }

    /** Returns how many rows wait here or are with the worker. */
    synchronized int load() {
        return taken.size();
    }

    /** Adds the hashes whose rows must come here and nowhere else. */
    synchronized void addHashesInUse(Set<Integer> hashes) {
        hashes.addAll(taken.values());
        hashes.addAll(suspects.values());
        waiting.values().forEach(wait -> hashes.add(wait.hash()));
    }

    /** Returns how much is remembered besides what is under way. */
    synchronized int remembered() {
        return waiting.size() + suspects.size();
    }
}
