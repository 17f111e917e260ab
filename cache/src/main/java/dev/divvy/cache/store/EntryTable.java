package dev.divvy.cache.store;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Entries by key: an open hash table with linear probing, one reference per slot. An empty table has no array. Not thread-safe.
 *
 * <p>No slot is ever marked as deleted: a removal closes the gap. So all entries whose home is slot p are between p and the next
 * empty slot, and a scan can go by homes.
 */
final class EntryTable {

    private static final byte[][] NONE = {};
    private static final int MIN_SLOTS = 2;
    private static final int REFERENCE_BYTES = 4;

    private byte[] @Nullable [] slots = NONE;
    private int size;
    private long entryBytes;

    int size() {
        return size;
    }

    /** Returns the heap memory of the entries and of the slots, in bytes. */
    long bytes() {
        return entryBytes + slotBytes();
    }

    private long slotBytes() {
        return slots.length == 0 ? 0 : EntryLayout.arrayMemory((long) slots.length * REFERENCE_BYTES);
    }

    byte @Nullable [] find(byte[] data, int start, int length) {
        if (size == 0) {
            return null;
        }
        int hash = LocalKeyHash.of(data, start, length);
        int mask = slots.length - 1;
        for (int at = hash & mask; ; at = (at + 1) & mask) {
            byte[] entry = slots[at];
            if (entry == null || (EntryLayout.hash(entry) == hash && EntryLayout.hasKey(entry, data, start, length))) {
                return entry;
            }
        }
    }

    /** Puts the entry; returns the one that it replaces, which has the same key. */
    byte @Nullable [] put(byte[] entry) {
        if (slots.length == 0) {
            slots = new byte[MIN_SLOTS][];
        }
        int at = slotOf(entry);
        byte[] old = slots[at];
        slots[at] = entry;
        entryBytes += EntryLayout.bytes(entry);
        if (old != null) {
            entryBytes -= EntryLayout.bytes(old);
        } else if (++size > maxEntries(slots.length)) {
            resize(slots.length * 2);
        }
        return old;
    }

    /** Returns the slot of the entry with this key, or the slot where it would be put. */
    private int slotOf(byte[] entry) {
        int hash = EntryLayout.hash(entry);
        int mask = slots.length - 1;
        int at = hash & mask;
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
            int home = EntryLayout.hash(entry) & mask;
            if (((at - home) & mask) >= ((at - gap) & mask)) {
                slots[gap] = entry;
                gap = at;
            }
            at = (at + 1) & mask;
        }
        slots[gap] = null;
    }

    /** Returns the number of entries above which a table of this length grows: at least one slot stays empty. */
    private static int maxEntries(int length) {
        return length - Math.max(1, length / 4);
    }

    private void resize(int length) {
        byte[] @Nullable [] old = slots;
        slots = new byte[length][];
        int mask = length - 1;
        for (byte[] entry : old) {
            if (entry != null) {
                int at = EntryLayout.hash(entry) & mask;
                while (slots[at] != null) {
                    at = (at + 1) & mask;
                }
                slots[at] = entry;
            }
        }
    }

    void clear() {
        slots = NONE;
        size = 0;
        entryBytes = 0;
    }

    byte[][] snapshot() {
        byte[][] entries = new byte[size][];
        int next = 0;
        for (byte[] entry : slots) {
            if (entry != null) {
                entries[next++] = entry;
            }
        }
        return entries;
    }

    /** Returns the first entry at or behind a slot chosen by a random number; null when the table is empty. */
    byte @Nullable [] sample(int random) {
        if (size == 0) {
            return null;
        }
        int mask = slots.length - 1;
        int at = random & mask;
        while (slots[at] == null) {
            at = (at + 1) & mask;
        }
        return slots[at];
    }

    int slots() {
        return slots.length;
    }

    /** Returns the entry in a slot, for a walk over all of them; null when the slot is empty or does not exist. */
    byte @Nullable [] at(int slot) {
        return slot < slots.length ? slots[slot] : null;
    }

    /**
     * Takes one step of a scan and returns the next cursor; the scan begins and ends with cursor 0. An entry that is present during
     * the whole scan is visited at least once, although the table may double and halve meanwhile: homes are counted with their
     * highest bit first, so that the homes that are done stay done in a table of any size.
     */
    int scan(int cursor, Consumer<byte[]> visitor) {
        if (size == 0) {
            return 0;
        }
        int mask = slots.length - 1;
        int home = cursor & mask;
        int at = home;
        for (byte[] entry = slots[at]; entry != null; entry = slots[at]) {
            if ((EntryLayout.hash(entry) & mask) == home) {
                visitor.accept(entry);
            }
            at = (at + 1) & mask;
        }
        return Integer.reverse(Integer.reverse(cursor | ~mask) + 1);
    }
}
