package dev.divvy.cache.store;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Entries by key: an open table with linear probing, one reference a place. An empty one has no array at all. Not thread-safe.
 *
 * <p>No place is ever left marked as deleted: who removes closes the gap. So all entries whose home is place p stand between p
 * and the next empty place, and a scan can go by homes.
 */
final class EntryTable {

    private static final byte[][] NONE = {};
    private static final int SMALLEST = 2;
    private static final int REFERENCE = 4;

    private byte[] @Nullable [] places = NONE;
    private int size;
    private long entryBytes;

    int size() {
        return size;
    }

    /** What the entries and their places take of the memory. */
    long bytes() {
        return entryBytes + placesBytes();
    }

    private long placesBytes() {
        return places.length == 0 ? 0 : Entry.memory((long) places.length * REFERENCE);
    }

    byte @Nullable [] find(byte[] data, int start, int length) {
        if (size == 0) {
            return null;
        }
        int hash = LocalKeyHash.of(data, start, length);
        int mask = places.length - 1;
        for (int at = hash & mask; ; at = (at + 1) & mask) {
            byte[] entry = places[at];
            if (entry == null || (Entry.hash(entry) == hash && Entry.hasKey(entry, data, start, length))) {
                return entry;
            }
        }
    }

    /** Puts the entry in the place of the one with the same key, which is answered. */
    byte @Nullable [] put(byte[] entry) {
        if (places.length == 0) {
            places = new byte[SMALLEST][];
        }
        int at = placeOf(entry);
        byte[] old = places[at];
        places[at] = entry;
        entryBytes += Entry.bytes(entry);
        if (old != null) {
            entryBytes -= Entry.bytes(old);
        } else if (++size > most(places.length)) {
            resize(places.length * 2);
        }
        return old;
    }

    /** Where an entry with this key stands, or should stand. */
    private int placeOf(byte[] entry) {
        int hash = Entry.hash(entry);
        int mask = places.length - 1;
        int at = hash & mask;
        for (byte[] there = places[at]; there != null; there = places[at]) {
            if (there == entry || (Entry.hash(there) == hash && Entry.sameKey(entry, there))) {
                break;
            }
            at = (at + 1) & mask;
        }
        return at;
    }

    /** Removes the entry with the same key, if there is one. */
    byte @Nullable [] remove(byte[] entry) {
        if (size == 0) {
            return null;
        }
        int at = placeOf(entry);
        byte[] old = places[at];
        if (old == null) {
            return null;
        }
        close(at);
        entryBytes -= Entry.bytes(old);
        size--;
        if (size == 0) {
            places = NONE;
        } else if (places.length > SMALLEST && size * 8 <= places.length) {
            resize(places.length / 2);
        }
        return old;
    }

    /** Moves back what stands behind a gap, so that no search ends too early. */
    private void close(int hole) {
        int mask = places.length - 1;
        int gap = hole;
        int at = (gap + 1) & mask;
        for (byte[] entry = places[at]; entry != null; entry = places[at]) {
            int home = Entry.hash(entry) & mask;
            if (((at - home) & mask) >= ((at - gap) & mask)) {
                places[gap] = entry;
                gap = at;
            }
            at = (at + 1) & mask;
        }
        places[gap] = null;
    }

    /** How many entries so many places take: at least one stays empty. */
    private static int most(int length) {
        return length - Math.max(1, length / 4);
    }

    private void resize(int length) {
        byte[] @Nullable [] old = places;
        places = new byte[length][];
        int mask = length - 1;
        for (byte[] entry : old) {
            if (entry != null) {
                int at = Entry.hash(entry) & mask;
                while (places[at] != null) {
                    at = (at + 1) & mask;
                }
                places[at] = entry;
            }
        }
    }

    void clear() {
        places = NONE;
        size = 0;
        entryBytes = 0;
    }

    byte[][] snapshot() {
        byte[][] entries = new byte[size][];
        int next = 0;
        for (byte[] entry : places) {
            if (entry != null) {
                entries[next++] = entry;
            }
        }
        return entries;
    }

    /** The first entry at or behind a place that is chosen by chance; null when there is none. */
    byte @Nullable [] sample(int chance) {
        if (size == 0) {
            return null;
        }
        int mask = places.length - 1;
        int at = chance & mask;
        while (places[at] == null) {
            at = (at + 1) & mask;
        }
        return places[at];
    }

    int places() {
        return places.length;
    }

    /** What stands at a place, for who goes over all of them. */
    byte @Nullable [] at(int place) {
        return place < places.length ? places[place] : null;
    }

    /**
     * One step of a scan that begins and ends with 0. An entry that is there during the whole scan is seen at least once,
     * although the table may double and halve meanwhile: homes are counted with their highest bit first, so that the homes that
     * are done stay done in a table of any size.
     */
    int scan(int cursor, Consumer<byte[]> seen) {
        if (size == 0) {
            return 0;
        }
        int mask = places.length - 1;
        int home = cursor & mask;
        int at = home;
        for (byte[] entry = places[at]; entry != null; entry = places[at]) {
            if ((Entry.hash(entry) & mask) == home) {
                seen.accept(entry);
            }
            at = (at + 1) & mask;
        }
        return Integer.reverse(Integer.reverse(cursor | ~mask) + 1);
    }
}
