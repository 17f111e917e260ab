package dev.divvy.outbox.event;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The immutable bytes that an event carries. */
public final class Payload {

    public static final Payload EMPTY = new Payload(new byte[0]);

    private final byte[] bytes;

    private Payload(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns a payload of these bytes, not of a copy: the caller must not change them any more. */
    public static Payload of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Payload(bytes);
    }

    public static Payload of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the bytes themselves, not a copy: the caller must not change them. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the bytes decoded as UTF-8, with replacement characters for invalid ones. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    public int size() {
        return bytes.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload payload && Arrays.equals(bytes, payload.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
