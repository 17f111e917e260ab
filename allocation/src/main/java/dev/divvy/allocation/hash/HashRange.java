package dev.divvy.allocation.hash;

/** A contiguous range of hashes, both ends included and in signed order: {@code WHERE hash BETWEEN first AND last}. */
public record HashRange(long first, long last) {

    public HashRange {
        if (first > last) {
            throw new IllegalArgumentException("a hash range cannot start at " + first + " and end at " + last);
        }
    }
}
