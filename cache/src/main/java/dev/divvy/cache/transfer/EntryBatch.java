package dev.divvy.cache.transfer;

import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.TokenStore;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A batch of changes that make a store equal to another one, as bytes: entries, and keys that have no entry any more. Each begins with a
 * number: the length n of the entry that follows, or -n - 1 for a key of length n without an entry.
 */
final class EntryBatch {

    private static final int LENGTH_BYTES = Integer.BYTES;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);

    void put(byte[] entry) {
        writeLength(entry.length);
        bytes.writeBytes(entry);
    }

    /** Adds the removal of an entry. */
    void remove(byte[] entry) {
        int length = EntryLayout.keyLength(entry);
        writeLength(-length - 1);
        bytes.write(entry, EntryLayout.keyStart(), length);
    }

    private void writeLength(int value) {
        bytes.writeBytes(ByteBuffer.allocate(LENGTH_BYTES).putInt(value).array());
    }

    int size() {
        return bytes.size();
    }

    /** Returns the bytes of the batch, and empties it. */
    byte[] take() {
        byte[] batch = bytes.toByteArray();
        bytes.reset();
        return batch;
    }

    /**
     * Applies a batch to a store whose monitor the caller holds.
     *
     * @throws IllegalArgumentException when the bytes are not a batch
     */
    static void apply(byte[] data, int from, int length, TokenStore store) {
        int at = from;
        int end = from + length;
        while (at < end) {
            if (end - at < LENGTH_BYTES) {
                throw new IllegalArgumentException("a batch of entries ends within a length");
            }
            int number = ByteBuffer.wrap(data, at, LENGTH_BYTES).getInt();
            int size = number < 0 ? -number - 1 : number;
            at += LENGTH_BYTES;
            if (size > end - at) {
                throw new IllegalArgumentException("a batch of entries ends within an entry");
            }
            if (number < 0) {
                // Whatever the expiry of the entry here: the sender has none for this key.
                store.remove(data, at, size, Long.MIN_VALUE);
            } else {
                byte[] entry = Arrays.copyOfRange(data, at, at + size);
                if (!EntryLayout.rehashIfValid(entry)) {
                    throw new IllegalArgumentException("a batch of entries contains an invalid entry");
                }
                store.put(entry);
            }
            at += size;
        }
    }
}
