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
import org.jspecify.annotations.Nullable;

/**
 * The rows on their way to one worker, in order per entity: all rows of an entity go through the same queue, see {@link QueueRouting}. The
 * poller offers the rows that it reads, scan after scan, possibly some time after the read; the worker takes rows and reports their outcome.
 * All of that happens under the lock of this object, so a row is never handled twice at once, nor before an earlier row of its entity.
 *
 * <p>It relies on one thing: the rows of an entity that are offered were seen by one read, from the first pending row on, in the order of
 * ids. A page that ended within a hash and went on in a later read would miss rows that were committed in between.
 */
public final class WorkerQueue {

    /** The result of an offer. */
    enum Offer {
        /** The row will be handled. */
        TAKEN,
        /** The row is in the queue or with the worker, or was completed after the read began. */
        UNDER_WAY,
        /** An earlier row of its entity has failed or was given back since the read, or must be parked. */
        WAITS,
        /** The row is not due yet, or an earlier row of its entity waits in the table: it may be parked. */
        PARKABLE,
        /** The queue is full; the row may be offered again at once. */
        REFUSED,
        /** An earlier row of the same hash was refused in this scan; this one must not be taken before the next scan. */
        SKIPPED
    }

    private static final int MAX_SUSPECTS = 1000;

    /** The limit for payloads in memory, whatever the number of rows. */
    private static final long MAX_BYTES = 4 * 1024 * 1024;

    /** The queue runs low at its capacity, and at its bytes, divided by this. */
    private static final int LOW_DIVISOR = 4;

    private final int capacity;
    private final Deque<EventRow> queue = new ArrayDeque<>();

    /** The bytes of payloads in the queue; large payloads are read later and do not count. */
    private long bytes;

    /** The hashes of rows in the queue or with the worker, by row id. */
    private final Map<Long, Integer> taken = new HashMap<>();

    /** Rows that were completed after the poller began its last read, which may show them as pending. */
    private final Set<Long> completed = new HashSet<>();

    /** For each entity, the first row that has failed or was given back since then, or must wait: it and later ones wait for the next read. */
    private final Map<EntityKey, Long> waiting = new HashMap<>();

    /** The hashes of these, and of rows given back, which may be completed: what was read as waiting behind them need not wait any more. */
    private final Set<Integer> returnedHashes = new HashSet<>();

    /** The number of rows that were ever given back, among them those that failed. */
    private long givenBack;

    /** The hashes, by row id, of rows that are handled alone, because a batch with them hung. The oldest are forgotten first. */
    private final Map<Long, Integer> suspects = new LinkedHashMap<>();

    /** The number of the poller's current scan. */
    private long scan;

    /** The last scan in which a row was refused. */
    private long refusedScan = -1;

    /** The hash of that row. */
    private int refusedHash;

    /** The id of that row: only this row may be offered again in the same scan. */
    private long refusedFirst;

    /** For each entity with handled rows whose outcomes cannot be written, the number of these: its later rows wait. */
    private final Map<EntityKey, Integer> kept = new HashMap<>();

    /** Whether there were rows for this queue that it did not get. */
    private boolean moreAvailable;

    /** Starts a worker; null while there is one, or while none is to be started. */
    private @Nullable Runnable start;

    private boolean closed;

    public WorkerQueue(int capacity) {
        this.capacity = capacity;
    }

    // --- the poller ---

    synchronized void beginScan() {
        scan++;
    }

    /** Begins a read, which will show all outcomes that were written before, and all rows that were given back. */
    synchronized void beginRead() {
        completed.clear();
        returnedHashes.clear();
        waiting.clear();
    }

    /** Offers a row that was read. */
    synchronized Offer offer(EventRow row) {
        if (hasRefused(row.hash())) {
            return Offer.SKIPPED;
        }
        if (mustWait(row)) {
            return Offer.WAITS;
        }
        if (kept.containsKey(row.entity()) && !taken.containsKey(row.id())) {
            return Offer.WAITS;
        }
        if (closed || taken.containsKey(row.id()) || completed.contains(row.id())) {
            return Offer.UNDER_WAY;
        }
        if (!row.due() || row.behind()) {
            waiting.put(row.entity(), row.id());
            return Offer.PARKABLE;
        }
        if (!hasRoom()) {
            refusedScan = scan;
            refusedHash = row.hash();
            refusedFirst = row.id();
            moreAvailable = true;
            return Offer.REFUSED;
        }
        taken.put(row.id(), row.hash());
        queue.add(row);
        bytes += inMemory(row);
        return Offer.TAKEN;
    }

    /** Wakes, or starts, the worker after a page of offers. If each offer woke it, it would take the first row of many alone. */
    synchronized void wakeWorker() {
        if (start != null && !queue.isEmpty()) {
            start.run();
            start = null;
        }
        notifyAll();
    }

    /** Returns whether a row of this hash was refused in this scan. */
    synchronized boolean hasRefused(int hash) {
        return refusedScan == scan && refusedHash == hash;
    }

    /** Offers a row again that was refused in this scan. */
    synchronized Offer offerAgain(EventRow row) {
        if (refusedHash == row.hash() && refusedFirst == row.id()) {
            refusedScan = -1;
        }
        return offer(row);
    }

    private boolean mustWait(EventRow row) {
        Long first = waiting.get(row.entity());
        return first != null && row.id() >= first;
    }

    synchronized boolean isFull() {
        return !hasRoom() && !closed;
    }

    /** Returns whether the worker will soon be idle. */
    synchronized boolean isRunningLow() {
        return queue.size() <= capacity / LOW_DIVISOR && bytes < MAX_BYTES / LOW_DIVISOR && !closed;
    }

    private static long inMemory(EventRow row) {
        return row.payload() == null ? 0 : row.length();
    }

    private boolean hasRoom() {
        return queue.size() < capacity && bytes < MAX_BYTES;
    }

    /** Waits until the queue is not full, at most this long. */
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

    /** Records that there are rows for this queue that were not offered in this scan. */
    synchronized void markMore() {
        moreAvailable = true;
    }

    /** Returns whether there were more rows for this queue than it got, and it runs low now. Returns true once per such occasion. */
    public synchronized boolean wantsMore() {
        boolean wants = moreAvailable && isRunningLow();
        moreAvailable &= !wants;
        return wants;
    }

    // --- the worker ---

    /** Leaves the queue without a worker until there are rows, unless there are some; returns whether it has none now. */
    public synchronized boolean startLater(Runnable worker) {
        boolean later = queue.isEmpty() && !closed;
        start = later ? worker : null;
        return later;
    }

    /**
     * Waits for rows and takes some; none when the queue is closed.
     *
     * @param maxRows the maximum number of rows
     * @param maxBytes the maximum size of their payloads; a larger row is taken alone
     */
    synchronized List<EventRow> take(int maxRows, long maxBytes) throws InterruptedException {
        awaitRows();
        return takeNow(maxRows, maxBytes);
    }

    /** Waits for rows; returns false when the queue is closed. */
    public synchronized boolean awaitRows() throws InterruptedException {
        return awaitRows(Long.MAX_VALUE);
    }

    /** As {@link #awaitRows()}, at most this long: there may be no rows then. */
    public synchronized boolean awaitRows(long nanos) throws InterruptedException {
        long began = System.nanoTime();
        while (queue.isEmpty() && !closed) {
            long left = nanos - (System.nanoTime() - began);
            if (left <= 0) {
                return true;
            }
            if (nanos == Long.MAX_VALUE) {
                wait();
            } else {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        }
        return !closed;
    }

    /** As {@link #take}, without waiting. */
    public synchronized List<EventRow> takeNow(int maxRows, long maxBytes) {
        int count = nextCount(maxRows, maxBytes);
        List<EventRow> rows = new ArrayList<>(count);
        // From here on no memory is needed: a row that has left the queue must reach the worker.
        for (int i = 0; i < count; i++) {
            EventRow next = queue.remove();
            rows.add(next);
            bytes -= inMemory(next);
        }
        notifyAll();
        return rows;
    }

    /** Returns the number of rows, from the first on, that are handled together next. */
    private int nextCount(int maxRows, long maxBytes) {
        int count = 0;
        long size = 0;
        for (EventRow next : queue) {
            boolean alone = next.care() != EventRow.Care.USUAL || suspects.containsKey(next.id());
            size += next.length();
            if (count == maxRows || (count > 0 && (alone || size > maxBytes))) {
                return count;
            }
            count++;
            if (alone) {
                return count;
            }
        }
        return count;
    }

    /** Reports rows that are completed: deleted, or no longer pending. */
    public synchronized void completed(Collection<EventRow> rows) {
        for (EventRow row : rows) {
            completed.add(row.id());
            returnedHashes.add(row.hash());
            taken.remove(row.id());
            suspects.remove(row.id());
        }
    }

    /** Reports a row that failed. It waits until the time in the table, and so do the later rows of its entity. */
    public synchronized void failed(EventRow row) {
        giveBack(List.of(row));
    }

    /** Gives rows back that were not completed and are to be read again; the later rows of their entities come after them. */
    public synchronized void giveBack(Collection<EventRow> rows) {
        Map<EntityKey, Long> heads = new HashMap<>();
        for (EventRow row : rows) {
            taken.remove(row.id());
            returnedHashes.add(row.hash());
            heads.merge(row.entity(), row.id(), Math::min);
        }
        heads.forEach((entity, head) -> waiting.merge(entity, head, Math::min));
        givenBack += rows.size();
        queue.removeIf(row -> {
            Long head = heads.get(row.entity());
            boolean later = head != null && row.id() > head;
            if (later) {
                taken.remove(row.id());
                bytes -= inMemory(row);
            }
            return later;
        });
        notifyAll();
    }

    /** Reports handled rows whose outcomes cannot be written yet: they stay with the worker, and the later rows of their entities wait. */
    public synchronized void keep(Collection<EventRow> rows) {
        rows.forEach(row -> kept.merge(row.entity(), 1, Integer::sum));
        queue.removeIf(row -> {
            boolean later = kept.containsKey(row.entity());
            if (later) {
                taken.remove(row.id());
                bytes -= inMemory(row);
            }
            return later;
        });
    }

    /** Reports that the outcomes of such rows are tried again. */
    public synchronized void keepNoLonger(Collection<EventRow> rows) {
        rows.forEach(row -> kept.computeIfPresent(row.entity(), (entity, count) -> count > 1 ? count - 1 : null));
    }

    /** Marks rows whose batch hung: from now on each is handled alone. */
    public synchronized void suspect(Collection<EventRow> rows) {
        for (EventRow row : rows) {
            if (suspects.size() >= MAX_SUSPECTS) {
                suspects.remove(suspects.keySet().iterator().next());
            }
            suspects.put(row.id(), row.hash());
        }
    }

    /** Takes no more rows; those in the queue are left to the next owner. */
    public synchronized void close() {
        closed = true;
        queue.forEach(row -> taken.remove(row.id()));
        queue.clear();
        bytes = 0;
        notifyAll();
    }

    /** Returns the number of rows in the queue or with the worker. */
    synchronized int load() {
        return taken.size();
    }

    /** Adds the hashes whose rows must go through this queue and no other. */
    synchronized void addHashesInUse(Set<Integer> hashes) {
        hashes.addAll(taken.values());
        hashes.addAll(suspects.values());
    }

    /** Adds the hashes whose rows must not be parked now. */
    synchronized void addHashesNotToPark(Set<Integer> hashes) {
        hashes.addAll(taken.values());
        hashes.addAll(returnedHashes);
    }

    /** Returns the number of rows that were ever given back, among them those that failed. */
    synchronized long givenBack() {
        return givenBack;
    }

    /** Returns the number of waits and suspects that are remembered. */
    synchronized int remembered() {
        return waiting.size() + suspects.size();
    }
}
