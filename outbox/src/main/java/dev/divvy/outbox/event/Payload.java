package dev.divvy.outbox.event;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What an event carries: bytes that nobody changes. */
public final class Payload {

    public static final Payload EMPTY = new Payload(new byte[0]);

    private final byte[] bytes;

    private Payload(byte[] bytes) {
        this.bytes = bytes;
    }

    /** These bytes, which must not be changed from now on. */
    public static Payload of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Payload(bytes);
    }

    public static Payload of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The bytes themselves, not a copy: not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** The bytes as UTF-8; what is no text comes out with replacement characters. */
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
