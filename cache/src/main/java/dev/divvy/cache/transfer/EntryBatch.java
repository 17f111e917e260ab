package dev.divvy.cache.transfer;

import dev.divvy.cache.store.Entry;
import dev.divvy.cache.store.TokenStore;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Entries, and keys without an entry any more, as bytes: what a shelf must do to become like another one. Each begins with a number: the
 * length of the entry that follows, or, negative, the length of the key that has no entry.
 */
final class EntryBatch {

    private static final int NUMBER = Integer.BYTES;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);

    void put(byte[] entry) {
        number(entry.length);
        bytes.writeBytes(entry);
    }

    /** @param entry the one that is gone */
    void remove(byte[] entry) {
        int length = Entry.keyLength(entry);
        number(-length - 1);
        bytes.write(entry, Entry.keyStart(), length);
    }

    private void number(int value) {
        bytes.writeBytes(ByteBuffer.allocate(NUMBER).putInt(value).array());
    }

    int size() {
        return bytes.size();
    }

    byte[] take() {
        byte[] all = bytes.toByteArray();
        bytes.reset();
        return all;
    }

    /**
     * Does what a parcel says; whoever calls it holds the monitor of the shelf.
     *
     * @throws IllegalArgumentException when it is not a parcel
     */
    static void unpack(byte[] data, int from, int length, TokenStore into) {
        int at = from;
        int end = from + length;
        while (at < end) {
            if (end - at < NUMBER) {
                throw new IllegalArgumentException("a parcel ends within a number");
            }
            int number = ByteBuffer.wrap(data, at, NUMBER).getInt();
            int size = number < 0 ? -number - 1 : number;
            at += NUMBER;
            if (size > end - at) {
                throw new IllegalArgumentException("a parcel ends within an entry");
            }
            if (number < 0) {
                // Whatever its expiry: the key has no entry where it came from.
                into.remove(data, at, size, Long.MIN_VALUE);
            } else {
                byte[] entry = Arrays.copyOfRange(data, at, at + size);
                if (!Entry.arrived(entry)) {
                    throw new IllegalArgumentException("a parcel with something that is no entry");
                }
                into.put(entry);
            }
            at += size;
        }
    }
}
