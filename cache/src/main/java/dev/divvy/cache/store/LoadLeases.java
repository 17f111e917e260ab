package dev.divvy.cache.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a token for which values are being loaded, each with a number. Any change of a key cancels its lease, so a loader that
 * read the source before the change cannot put its value after it. Not thread-safe.
 */
final class LoadLeases {

    /** The leases of one token. The oldest is cancelled for another one; its value is not put then. */
    static final int MAX_LEASES = 1000;

    /** Numbers that no other lease of this process has; those of other processes differ by their origin. */
    private static final AtomicLong NUMBERS = new AtomicLong(System.nanoTime() << 20);

    private final Map<ByteBuffer, Long> numbers = new LinkedHashMap<>();

    /** Returns the number of the lease of a key, which all loaders of the key share. */
    long grant(byte[] data, int start, int length) {
        Long existing = numbers.get(ByteBuffer.wrap(data, start, length));
        if (existing != null) {
            return existing;
        }
        if (numbers.size() == MAX_LEASES) {
            numbers.remove(numbers.keySet().iterator().next());
        }
        long number = NUMBERS.incrementAndGet() & Long.MAX_VALUE;
        numbers.put(ByteBuffer.wrap(Arrays.copyOfRange(data, start, start + length)), number);
        return number;
    }

    boolean has(byte[] data, int start, int length, long number) {
        Long existing = numbers.get(ByteBuffer.wrap(data, start, length));
        return existing != null && existing == number;
    }

    void cancel(byte[] data, int start, int length) {
        numbers.remove(ByteBuffer.wrap(data, start, length));
    }

    /** Returns these leases; null when there is none. */
    @Nullable
    LoadLeases orNull() {
        return numbers.isEmpty() ? null : this;
    }
}
