package dev.divvy.allocation.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing byte array and the primitives of the encoding; {@link BinaryReader} describes each at the method of the same name. */
final class BinaryWriter {

    /** The longest array that every JVM supports. */
    private static final int LONGEST = Integer.MAX_VALUE - 8;

    private byte[] bytes = new byte[512];
    private int used;

    void octet(int value) {
        reserve(1);
        bytes[used++] = (byte) value;
    }

    void number(long value) {
        reserve(sizeOf(value));
        long rest = value;
        while (rest > 0x7F) {
            bytes[used++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[used++] = (byte) rest;
    }

    static int sizeOf(long value) {
        return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
    }

    void text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        number(utf8.length);
        raw(utf8, 0, utf8.length);
    }

    void raw(byte[] from, int first, int length) {
        reserve(length);
        System.arraycopy(from, first, bytes, used, length);
        used += length;
    }

    /** Returns all bytes written, with space for {@code more} bytes at the end. */
    byte[] bytes(int more) {
        reserve(more);
        return Arrays.copyOf(bytes, used + more);
    }

    private void reserve(int more) {
        if (more > LONGEST - used) {
            throw new IllegalArgumentException("the encoded allocation exceeds 2 GiB; use shorter names");
        }
        if (used + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(LONGEST, Math.max(2L * bytes.length, used + more)));
        }
    }
}
