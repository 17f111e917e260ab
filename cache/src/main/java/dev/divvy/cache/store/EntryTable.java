package dev.divvy.cache.store;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Entries by key: an open hash table with linear probing, one reference per slot. An empty table has no array. Not thread-safe.
 *
 * <p>No slot is ever marked as deleted: a removal closes the gap. So all entries whose home is slot p are between p and the next
 * empty slot, and a scan can go by homes.
 *
 * <p>A table that would have more than {@link #MAX_ENTRIES} entries is divided into {@link TableSegments}, so that no change moves more
 * than that many. An allocation that fails leaves the table as it was.
 */
final class EntryTable {

    /** The entries of a table without segments: it grows from half as many in a fraction of a millisecond. */
    static final int MAX_ENTRIES = 3072;

    private static final byte[][] NONE = {};
    private static final int MIN_SLOTS = 2;

    /** The bits of the hash that are equal in all entries of this table, because it is a segment of another one. */
    private final int depth;

    private byte[] @Nullable [] slots = NONE;
    private int size;
    private long entryBytes;
    private @Nullable TableSegments segments;

    EntryTable() {
        this(0);
    }

    EntryTable(int depth) {
        this.depth = depth;
    }

    /** Returns the number of entries; may be called without the monitor that guards this table, for an estimate. */
    int size() {
        TableSegments divided = segments;
        return divided == null ? size : divided.size();
    }

    int depth() {
        return depth;
    }

    /** Returns the heap memory of the entries and of the slots, in bytes. */
    long bytes() {
        return segments == null ? entryBytes + slotBytes() : segments.bytes();
    }

    private long slotBytes() {
        return slots.length == 0 ? 0 : EntryLayout.arrayMemory((long) slots.length * ReferenceSize.BYTES);
    }

    byte @Nullable [] find(byte[] data, int start, int length) {
        return size() == 0 ? null : find(LocalKeyHash.of(data, start, length), data, start, length);
    }

    byte @Nullable [] find(int hash, byte[] data, int start, int length) {
        if (segments != null) {
            return segments.of(hash).find(hash, data, start, length);
        }
        if (size == 0) {
            return null;
        }
        int mask = slots.length - 1;
        for (int at = (hash >>> depth) & mask; ; at = (at + 1) & mask) {
            byte[] entry = slots[at];
            if (entry == null || (EntryLayout.hash(entry) == hash && EntryLayout.hasKey(entry, data, start, length))) {
                return entry;
            }
        }
    }

    /** Puts the entry; returns the one that it replaces, which has the same key. */
    byte @Nullable [] put(byte[] entry) {
        if (segments != null) {
            return segments.put(entry);
        }
        if (slots.length == 0) {
            slots = new byte[MIN_SLOTS][];
        }
        int at = slotOf(entry);
        byte[] old = slots[at];
        if (old == null && size == maxEntries(slots.length)) {
            if (depth == 0 && size >= MAX_ENTRIES) {
                divide();
                return put(entry);
            }
            resize(slots.length * 2);
            at = slotOf(entry);
        }
        slots[at] = entry;
        entryBytes += EntryLayout.bytes(entry);
        if (old == null) {
            size++;
        } else {
            entryBytes -= EntryLayout.bytes(old);
        }
        return old;
    }

    /** Returns the slot of the entry with this key, or the slot where it would be put. */
    private int slotOf(byte[] entry) {
        int hash = EntryLayout.hash(entry);
        int mask = slots.length - 1;
        int at = (hash >>> depth) & mask;
        for (byte[] found = slots[at]; found != null; found = slots[at]) {
            if (found == entry || (EntryLayout.hash(found) == hash && EntryLayout.sameKey(entry, found))) {
                break;
            }
            at = (at + 1) & mask;
        }
        return at;
    }

    /** Removes the entry with the same key and returns it; null if there is none. */
    byte @Nullable [] remove(byte[] entry) {
        if (segments != null) {
            byte[] old = segments.remove(entry);
            unite(segments);
            return old;
        }
        if (size == 0) {
            return null;
        }
        int at = slotOf(entry);
        byte[] old = slots[at];
        if (old == null) {
            return null;
        }
        closeGap(at);
        entryBytes -= EntryLayout.bytes(old);
        size--;
        if (size == 0) {
            slots = NONE;
        } else if (slots.length > MIN_SLOTS && size * 8 <= slots.length) {
            resize(slots.length / 2);
        }
        return old;
    }

    /** Moves back the entries behind a removed one, so that no search ends too early. */
    private void closeGap(int hole) {
        int mask = slots.length - 1;
        int gap = hole;
        int at = (gap + 1) & mask;
        for (byte[] entry = slots[at]; entry != null; entry = slots[at]) {
            int home = homeOf(entry, mask);
            if (((at - home) & mask) >= ((at - gap) & mask)) {
                slots[gap] = entry;
                gap = at;
            }
            at = (at + 1) & mask;
        }
        slots[gap] = null;
    }

    private int homeOf(byte[] entry, int mask) {
        return (EntryLayout.hash(entry) >>> depth) & mask;
    }

    /** Returns the number of entries above which a table of this length grows: at least one slot stays empty. */
    private static int maxEntries(int length) {
        return length - Math.max(1, length / 4);
    }

    private void resize(int length) {
        byte[] @Nullable [] next = new byte[length][];
        int mask = length - 1;
        for (byte[] entry : slots) {
            if (entry != null) {
                int at = homeOf(entry, mask);
                while (next[at] != null) {
                    at = (at + 1) & mask;
                }
                next[at] = entry;
            }
        }
        slots = next;
    }

    private void divide() {
        TableSegments divided = new TableSegments(snapshot());
        clear();
        segments = divided;
    }

    /** Becomes a table without segments again when one is left. */
    private void unite(TableSegments divided) {
        EntryTable single = divided.single();
        if (single != null) {
            segments = null;
            slots = single.slots;
            size = single.size;
            entryBytes = single.entryBytes;
        }
    }

    void clear() {
        slots = NONE;
        size = 0;
        entryBytes = 0;
        segments = null;
    }

    byte[][] snapshot() {
        byte[][] entries = new byte[size()][];
        if (segments == null) {
            copyTo(entries, 0);
        } else {
            segments.copyTo(entries);
        }
        return entries;
    }

    /** Writes all entries from this index on; returns the index behind the last one. */
    int copyTo(byte[][] target, int from) {
        int next = from;
        for (byte[] entry : slots) {
            if (entry != null) {
                target[next++] = entry;
            }
        }
        return next;
    }

    /** Returns the first entry at or behind a slot chosen by a random number; null when the table is empty. */
    byte @Nullable [] sample(int random) {
        if (segments != null) {
            return segments.sample(random);
        }
        if (size == 0) {
            return null;
        }
        int mask = slots.length - 1;
        int at = (random >>> depth) & mask;
        while (slots[at] == null) {
            at = (at + 1) & mask;
        }
        return slots[at];
    }

    int slots() {
        return segments == null ? slots.length : segments.slots();
    }

    /**
     * Takes one step of a scan and returns the next cursor; the scan begins and ends with cursor 0. An entry that is present during
     * the whole scan is visited at least once, although the table may double and halve meanwhile: homes are counted with their
     * highest bit first, so that the homes that are done stay done in a table of any size. Segments continue this order, since a segment
     * has the entries whose hashes have the same low bits.
     */
    int scan(int cursor, Consumer<byte[]> visitor) {
        if (segments != null) {
            return segments.of(cursor).scan(cursor, visitor);
        }
        int mask = Math.max(0, slots.length - 1);
        if (size > 0) {
            int home = (cursor >>> depth) & mask;
            int at = home;
            for (byte[] entry = slots[at]; entry != null; entry = slots[at]) {
                if (homeOf(entry, mask) == home) {
                    visitor.accept(entry);
                }
                at = (at + 1) & mask;
            }
        }
        int covered = (mask << depth) | ((1 << depth) - 1);
        return Integer.reverse(Integer.reverse(cursor | ~covered) + 1);
    }
}
