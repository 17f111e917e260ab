package dev.divvy.allocation.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Steps through bytes of which nothing is believed. Each thing has one way to be written, and any other is refused: so what can be
 * read is what {@link BinaryWriter} writes, byte for byte.
 */
final class BinaryReader {

    private final byte[] bytes;
    private final int end;
    private int at;

    BinaryReader(byte[] bytes, int begin, int end) {
        this.bytes = bytes;
        this.at = begin;
        this.end = end;
    }

    int offset() {
        return at;
    }

    int left() {
        return end - at;
    }

    int octet(String what) {
        if (at == end) {
            throw new CorruptAllocationException("cut short: " + what + " is missing", at);
        }
        return bytes[at++] & 0xFF;
    }

    /** A number from 0 to the largest long: seven bits a byte, the lowest first, the upper bit set in all bytes but the last. */
    long number(String what) {
        int start = at;
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            int octet = octet(what);
            value |= (octet & 0x7FL) << shift;
            if (octet == 0 && shift > 0) {
                throw new CorruptAllocationException(what + " is written with more bytes than it needs", start);
            }
            if (octet < 0x80) {
                return value;
            }
        }
        throw new CorruptAllocationException(what + " is larger than a number can be", start);
    }

    /** A number that comes so much after another. */
    long after(long earlier, String what) {
        int start = at;
        long sum = earlier + number(what);
        if (sum < 0) {
            throw new CorruptAllocationException(what + " is larger than a number can be", start);
        }
        return sum;
    }

    /** A number up to this one. */
    int upTo(int most, String what) {
        int start = at;
        long value = number(what);
        if (value > most) {
            throw new CorruptAllocationException(what + " is " + value + "; the most is " + most, start);
        }
        return (int) value;
    }

    /** How many things follow, each of at least so many bytes: never more than there can be, so arrays may be made for them. */
    int count(int most, int leastBytes, String what) {
        int start = at;
        int count = upTo(most, what);
        requireRoom((long) count * leastBytes, start, what + " is " + count);
        return count;
    }

    /** Refuses what claims more bytes than follow. */
    void requireRoom(long needed, int start, String claim) {
        if (needed > left()) {
            throw new CorruptAllocationException(
                    claim + ", more than the " + left() + " bytes that follow can hold", start);
        }
    }

    /** The count of the bytes, then the text in UTF-8. */
    String text(String what) {
        int start = at;
        int length = count(Integer.MAX_VALUE, 1, "the length of " + what);
        at += length;
        return decoded(bytes, at - length, length, start, what);
    }

    String decoded(byte[] utf8, int first, int length, int start, String what) {
        String text = new String(utf8, first, length, StandardCharsets.UTF_8);
        // A replacement character is one that was written, or stands for bytes that are no text.
        if (text.indexOf('\uFFFD') >= 0) {
            byte[] again = text.getBytes(StandardCharsets.UTF_8);
            if (!Arrays.equals(again, 0, again.length, utf8, first, first + length)) {
                throw new CorruptAllocationException(what + " is not text in UTF-8", start);
            }
        }
        return text;
    }

    /** Copies bytes that are known to be there. */
    void raw(byte[] to, int first, int length) {
        System.arraycopy(bytes, at, to, first, length);
        at += length;
    }

    void requireEnd() {
        if (at < end) {
            throw new CorruptAllocationException((end - at) + " bytes too many at the end", at);
        }
    }

    /** A value from parts that were read from here on; what its own constructor refuses is corrupt too. */
    <T> T build(int start, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new CorruptAllocationException(String.valueOf(e.getMessage()), start, e);
        }
    }
}
