package dev.divvy.allocation.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Reads untrusted bytes. Each value has exactly one encoding and any other is rejected, so that the readable inputs are byte for byte the
 * outputs of {@link BinaryWriter}.
 */
final class BinaryReader {

    private final byte[] bytes;
    private final int end;
    private int position;

    BinaryReader(byte[] bytes, int begin, int end) {
        this.bytes = bytes;
        this.position = begin;
        this.end = end;
    }

    int offset() {
        return position;
    }

    int left() {
        return end - position;
    }

    int octet(String name) {
        if (position == end) {
            throw new CorruptAllocationException("cut short: " + name + " is missing", position);
        }
        return bytes[position++] & 0xFF;
    }

    /**
     * Reads a number from 0 to the largest long: seven bits per byte, the lowest first, with the upper bit set in all bytes but the last.
     */
    long number(String name) {
        int start = position;
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            int octet = octet(name);
            value |= (octet & 0x7FL) << shift;
            if (octet == 0 && shift > 0) {
                throw new CorruptAllocationException(name + " is written with more bytes than it needs", start);
            }
            if (octet < 0x80) {
                return value;
            }
        }
        throw new CorruptAllocationException(name + " is larger than a number can be", start);
    }

    /** Reads a number that is stored as its distance from an earlier one. */
    long numberAfter(long earlier, String name) {
        int start = position;
        long sum = earlier + number(name);
        if (sum < 0) {
            throw new CorruptAllocationException(name + " is larger than a number can be", start);
        }
        return sum;
    }

    /** Reads a number that must not exceed the limit. */
    int numberUpTo(int limit, String name) {
        int start = position;
        long value = number(name);
        if (value > limit) {
            throw new CorruptAllocationException(name + " is " + value + "; the most is " + limit, start);
        }
        return (int) value;
    }

    /**
     * Reads the count of the items that follow, each of at least {@code leastBytes}. The count never exceeds what the remaining bytes can
     * hold, so arrays may be allocated for it.
     */
    int count(int limit, int leastBytes, String name) {
        int start = position;
        int count = numberUpTo(limit, name);
        requireBytes((long) count * leastBytes, start, name + " is " + count);
        return count;
    }

    /** Rejects a claim of more bytes than remain. */
    void requireBytes(long needed, int start, String claim) {
        if (needed > left()) {
            throw new CorruptAllocationException(
                    claim + ", more than the " + left() + " bytes that follow can hold", start);
        }
    }

    /** Reads a text: the number of its bytes, then the bytes in UTF-8. */
    String text(String name) {
        int start = position;
        int length = count(Integer.MAX_VALUE, 1, "the length of " + name);
        position += length;
        return decoded(bytes, position - length, length, start, name);
    }

    String decoded(byte[] utf8, int first, int length, int start, String name) {
        String text = new String(utf8, first, length, StandardCharsets.UTF_8);
        // A replacement character was either written as such or stands for bytes that are not valid UTF-8.
        if (text.indexOf('\uFFFD') >= 0) {
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            if (!Arrays.equals(encoded, 0, encoded.length, utf8, first, first + length)) {
                throw new CorruptAllocationException(name + " is not text in UTF-8", start);
            }
        }
        return text;
    }

    /** Copies bytes whose presence was checked before. */
    void raw(byte[] target, int first, int length) {
        System.arraycopy(bytes, position, target, first, length);
        position += length;
    }

    void requireEnd() {
        if (position < end) {
            throw new CorruptAllocationException((end - position) + " bytes too many at the end", position);
        }
    }

    /** Builds a value from the parts that were read from {@code start} on. Parts that its constructor rejects count as corrupt too. */
    <T> T build(int start, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new CorruptAllocationException(String.valueOf(e.getMessage()), start, e);
        }
    }
}
