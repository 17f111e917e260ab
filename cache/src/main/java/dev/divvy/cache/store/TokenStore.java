package dev.divvy.cache.store;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one token. Whoever calls it holds its monitor. All changes go through it, are counted, and are told to its
 * listener. An expired entry is as good as none from the millisecond on at which it expires.
 */
public final class TokenStore {

    private final EntryTable table = new EntryTable();

    /** Where this shelf is counted; null for one that stands alone. */
    private @Nullable StoreCounters counters;

    private @Nullable EntryChangeListener listener;

    /** How many entries have an expiry. */
    private int expiring;

    /** Where the next search for expired entries begins. */
    private int swept;

    private int longestValue = Integer.MAX_VALUE;

    /** One that is not counted yet. */
    public TokenStore() {}

    /** From now on counted there, with all that it has; nowhere if null. */
    void count(@Nullable StoreCounters where) {
        if (counters != null) {
            counters.moved(-table.size(), -table.bytes());
        }
        counters = where;
        if (where != null) {
            where.moved(table.size(), table.bytes());
        }
    }

    /** No value here shall grow beyond so many bytes from now on. */
    void bound(int longest) {
        longestValue = longest;
    }

    /** How long a value may become that grows here. */
    public int longestValue() {
        return longestValue;
    }

    /** Tells all changes from now on; null to tell them to nobody. */
    public void listen(@Nullable EntryChangeListener toWhom) {
        listener = toWhom;
    }

    /** Entries, those included that expired and were not found out yet. */
    public int size() {
        return table.size();
    }

    public int expiring() {
        return expiring;
    }

    public long bytes() {
        return table.bytes();
    }

    /** The entry of a key, if it is there and did not expire. */
    public byte @Nullable [] find(byte[] data, int start, int length, long now) {
        byte[] entry = table.find(data, start, length);
        if (entry != null && Entry.isExpired(entry, now)) {
            expired(entry);
            return null;
        }
        return entry;
    }

    /** As find, for who reads: it counts as asked for, and as a hit or a miss. */
    public byte @Nullable [] read(byte[] data, int start, int length, long now) {
        byte[] entry = find(data, start, length, now);
        if (entry != null) {
            Entry.touch(entry, now);
        }
        if (counters != null) {
            counters.asked(entry != null);
        }
        return entry;
    }

    /** Puts the entry in the place of the one with the same key. */
    public void put(byte[] entry) {
        long bytes = table.bytes();
        int size = table.size();
        byte[] old = table.put(entry);
        expiring += expires(entry) - (old == null ? 0 : expires(old));
        moved(size, bytes);
        if (listener != null) {
            listener.changed(old, entry);
        }
    }

    private static int expires(byte[] entry) {
        return Entry.expiry(entry) == Entry.NEVER ? 0 : 1;
    }

    private void moved(int size, long bytes) {
        if (counters != null) {
            counters.moved(table.size() - size, table.bytes() - bytes);
        }
    }

    /** Removes the entry of this key; answers whether there was one. */
    public boolean remove(byte[] data, int start, int length, long now) {
        byte[] entry = find(data, start, length, now);
        return entry != null && remove(entry);
    }

    /** Removes the entry with the same key. */
    public boolean remove(byte[] entry) {
        long bytes = table.bytes();
        int size = table.size();
        byte[] old = table.remove(entry);
        if (old == null) {
            return false;
        }
        expiring -= expires(old);
        moved(size, bytes);
        if (listener != null) {
            listener.changed(old, null);
        }
        return true;
    }

    private void expired(byte[] entry) {
        if (remove(entry) && counters != null) {
            counters.expired(1);
        }
    }

    /** Removes an entry that must make room, if it is still the one. */
    boolean evict(byte[] entry) {
        if (table.find(entry, Entry.keyStart(), Entry.keyLength(entry)) != entry) {
            return false;
        }
        remove(entry);
        if (counters != null) {
            counters.evictedOne();
        }
        return true;
    }

    /** Gives an entry of this shelf another expiry, in place. */
    public void expireAt(byte[] entry, long when) {
        expiring -= expires(entry);
        Entry.expiry(entry, when);
        expiring += expires(entry);
        if (listener != null) {
            listener.changed(entry, entry);
        }
    }

    /** Marks an entry as just used. */
    public void touch(byte[] entry, long now) {
        Entry.touch(entry, now);
    }

    /** Removes everything. */
    public void flush() {
        byte[][] gone = listener == null ? new byte[0][] : table.snapshot();
        long bytes = table.bytes();
        int size = table.size();
        table.clear();
        expiring = 0;
        moved(size, bytes);
        for (byte[] entry : gone) {
            if (listener != null) {
                listener.changed(entry, null);
            }
        }
    }

    /** All entries. They are the entries themselves: key and value never change, expiry and access clock may. */
    public byte[][] snapshot() {
        return table.snapshot();
    }

    /** An entry that is chosen by chance, perhaps an expired one; null when there is none. */
    public byte @Nullable [] sample(int chance) {
        return table.sample(chance);
    }

    /** One step of a scan over all entries; it begins and ends with 0. Entries that expired are left out. */
    public int scan(int cursor, long now, Consumer<byte[]> seen) {
        return table.scan(cursor, entry -> {
            if (!Entry.isExpired(entry, now)) {
                seen.accept(entry);
            }
        });
    }

    /**
     * Removes expired entries, from where the last search ended to the end of the shelf, looking at no more than so many places.
     *
     * @return at how many places it looked; as many as it may when the end was not reached
     */
    int sweep(long now, int most) {
        int looks = 0;
        while (expiring > 0 && swept < table.places()) {
            if (looks == most) {
                return looks;
            }
            looks++;
            byte[] entry = table.at(swept);
            if (entry != null && Entry.isExpired(entry, now)) {
                // The gap is closed from behind, so this place is looked at again.
                expired(entry);
            } else {
                swept++;
            }
        }
        swept = 0;
        return Math.min(looks, most - 1);
    }
}
