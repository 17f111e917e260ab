package dev.divvy.cache.transfer;

import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.EntryCodec;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.TokenStore;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * A batch of changes that make a store equal to another one, as bytes: entries, and keys that have no entry any more. Each begins with a
 * number: the length n of the entry that follows, or -n - 1 for a key of length n without an entry.
 */
final class EntryBatch {

    private static final int LENGTH_BYTES = Integer.BYTES;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    private final CacheClock clock;

    EntryBatch(CacheClock clock) {
        this.clock = clock;
    }

    void put(byte[] entry) {
        byte[] encoded = new byte[EntryCodec.encodedLength(entry)];
        EntryCodec.encode(entry, clock.millis(), encoded, 0);
        writeLength(encoded.length);
        bytes.writeBytes(encoded);
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
     * @param now the time by this node's clock
     * @throws IllegalArgumentException when the bytes are not a batch
     */
    static void apply(byte[] data, int from, int length, TokenStore store, long now) {
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
                store.put(EntryCodec.decode(data, at, size, now));
            }
            at += size;
        }
    }
}
