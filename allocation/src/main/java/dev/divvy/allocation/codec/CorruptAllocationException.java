package dev.divvy.allocation.codec;

/** Thrown for bytes that are not an encoded allocation; the message says what is wrong and at which byte. */
public final class CorruptAllocationException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final int offset;

    CorruptAllocationException(String message, int offset) {
        super(message + " (at byte " + offset + ")");
        this.offset = offset;
    }

    CorruptAllocationException(String message, int offset, Throwable cause) {
        super(message + " (at byte " + offset + ")", cause);
        this.offset = offset;
    }

    /** The offset of the part that cannot be read, counted from 0. */
    public int offset() {
        return offset;
    }
}
