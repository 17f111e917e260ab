package dev.divvy.cache.replication.contents;

import dev.divvy.cache.store.EntryLayout;
import java.util.Arrays;

/** A change of the entries of a token, as a value. */
public final class EntryChange {

    public enum Kind {
        /** An entry is put; it replaces the one with the same key. */
        PUT,
        /** The entry of a key is removed. */
        REMOVE,
        /** All entries are removed. */
        FLUSH
    }

    public static final EntryChange FLUSH = new EntryChange(Kind.FLUSH, new byte[0]);

    private final Kind kind;
    private final byte[] bytes;

    private EntryChange(Kind kind, byte[] bytes) {
        this.kind = kind;
        this.bytes = bytes;
    }

    /**
     * Returns the change that puts an entry.
     *
     * @param entry an entry of a store: its key and value never change, its expiry may
     */
    public static EntryChange put(byte[] entry) {
        return new EntryChange(Kind.PUT, entry);
    }

    public static EntryChange remove(byte[] key) {
        return new EntryChange(Kind.REMOVE, key);
    }

    /** Returns the removal of an entry of a store. */
    public static EntryChange removalOf(byte[] entry) {
        int start = EntryLayout.keyStart();
        return remove(Arrays.copyOfRange(entry, start, start + EntryLayout.keyLength(entry)));
    }

    public Kind kind() {
        return kind;
    }

    /** Returns the entry that is put, or the key of the one that is removed. */
    public byte[] bytes() {
        return bytes;
    }
}
