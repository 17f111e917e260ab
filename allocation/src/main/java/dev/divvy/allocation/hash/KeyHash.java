package dev.divvy.allocation.hash;

import dev.divvy.allocation.hash.function.Murmur3;
import dev.divvy.allocation.hash.function.RedisSlot;
import dev.divvy.allocation.hash.function.Xxh3;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * The function that maps a key to a hash. Each function's hashes map, in their signed order, to 2^32 positions, so that a division of the
 * positions divides the hashes of every function into contiguous ranges.
 */
public enum KeyHash {
    /** A signed int: fits an INTEGER column. */
    MURMUR3_32(Integer.MIN_VALUE, Integer.MAX_VALUE, 0, 1),

    /** A signed long: the fastest function; only the upper half determines the position. */
    XXH3_64(Long.MIN_VALUE, Long.MAX_VALUE, 32, 1),

    /** A slot of Redis Cluster, 0 to 16383: keys with the same {hash tag} have the same hash. */
    REDIS_SLOT(0, RedisSlot.COUNT - 1, 0, 1 << 18);

    /** The number of positions, counted from 0. */
    public static final long POSITIONS = 1L << 32;

    private final long smallest;
    private final long largest;

    // A position is the distance from the smallest hash, shifted where many hashes share one, spaced where there are
    // fewer hashes than positions. Spaced by a product, as a second variable shift would cost more.
    private final int shift;
    private final long spacing;

    KeyHash(long smallest, long largest, int shift, long spacing) {
        this.smallest = smallest;
        this.largest = largest;
        this.shift = shift;
        this.spacing = spacing;
    }

    public long hash(byte[] key) {
        return switch (this) {
            case MURMUR3_32 -> Murmur3.hash32(key);
            case XXH3_64 -> Xxh3.hash64(key);
            case REDIS_SLOT -> RedisSlot.of(key);
        };
    }

    /** Returns the hash of a key that is part of a longer array, such as a request. Slots are computed in place, the others on a copy. */
    public long hash(byte[] bytes, int from, int length) {
        Objects.checkFromIndexSize(from, length, bytes.length);
        return this == REDIS_SLOT
                ? RedisSlot.of(bytes, from, length)
                : hash(Arrays.copyOfRange(bytes, from, from + length));
    }

    /** Returns the hash of the key's UTF-8 bytes; half of a surrogate pair counts as a question mark. */
    public long hash(String key) {
        return hash(key.getBytes(StandardCharsets.UTF_8));
    }

    public long smallest() {
        return smallest;
    }

    public long largest() {
        return largest;
    }

    /** Returns the position of a hash, which must be one of this function: see {@link #check}. */
    public long position(long hash) {
        return ((hash - smallest) >>> shift) * spacing;
    }

    /** Returns the mapping of this function's hashes to {@code parts} equal parts. */
    public Scale scale(int parts) {
        return new Scale(smallest, largest, shift, spacing * parts);
    }

    /**
     * Returns the smallest hash at or after this position.
     *
     * @throws IllegalArgumentException when there is no such position, or no hash at or after it
     */
    public long firstFrom(long position) {
        long above = (checkPosition(position) + spacing - 1) / spacing;
        return check((above << shift) + smallest);
    }

    /**
     * Returns the largest hash at or before this position.
     *
     * @throws IllegalArgumentException when there is no such position
     */
    public long lastUpTo(long position) {
        long below = checkPosition(position) / spacing;
        return ((below + 1) << shift) - 1 + smallest;
    }

    /** Rejects a number that this function never produces. */
    public long check(long hash) {
        if (hash < smallest || hash > largest) {
            throw new IllegalArgumentException(
                    "hash " + hash + " is not one of " + this + ": those go from " + smallest + " to " + largest);
        }
        return hash;
    }

    private static long checkPosition(long position) {
        if (position < 0 || position >= POSITIONS) {
            throw new IllegalArgumentException(
                    "position " + position + " does not exist: there are " + POSITIONS + ", numbered from 0");
        }
        return position;
    }
}
