package dev.divvy.cache.replication.contents;

import dev.divvy.cache.store.EntryLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A change of the entries of a token, as a value. */
public final class EntryChange {

    public enum Kind {
        /** An entry is put; it replaces the one with the same key. */
        PUT,
        /** The entry of a key is removed. */
        REMOVE,
        /** All entries are removed. */
        FLUSH,
        /** The keys of a report about the other side of a split were forgotten: the changes before this one remove them. */
        FORGOT
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

    /** Returns the change that says that the keys of the report with this number were forgotten. */
    public static EntryChange forgot(long report) {
        return new EntryChange(
                Kind.FORGOT, ByteBuffer.allocate(Long.BYTES).putLong(report).array());
    }

    /** Returns the removal of an entry of a store. */
    public static EntryChange removalOf(byte[] entry) {
        int start = EntryLayout.keyStart();
        return remove(Arrays.copyOfRange(entry, start, start + EntryLayout.keyLength(entry)));
    }

    public Kind kind() {
        return kind;
    }

    /** Returns the number of the report whose keys were forgotten. */
    public long report() {
        return ByteBuffer.wrap(bytes).getLong();
    }

    /** Returns the entry that is put, the key of the one that is removed, or the number of a report. */
    public byte[] bytes() {
        return bytes;
    }
}
