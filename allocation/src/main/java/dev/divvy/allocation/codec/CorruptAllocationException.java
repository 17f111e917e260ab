package dev.divvy.allocation.codec;

/** Bytes that are not the form of an allocation; the message says what is wrong and at which byte. */
public final class CorruptAllocationException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final int offset;

    CorruptAllocationException(String wrong, int offset) {
        super(wrong + " (at byte " + offset + ")");
        this.offset = offset;
    }

    CorruptAllocationException(String wrong, int offset, Throwable cause) {
        super(wrong + " (at byte " + offset + ")", cause);
        this.offset = offset;
    }

    /** Where the part begins that cannot be read, counted from 0. */
    public int offset() {
        return offset;
    }
}
