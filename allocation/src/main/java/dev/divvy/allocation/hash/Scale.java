package dev.divvy.allocation.hash;

/**
 * Maps a hash to one of a number of equal parts of its space, by one subtraction, shift, multiplication and shift. Each part is a
 * contiguous range of hashes, and the parts are in the order of the hashes.
 */
public final class Scale {

    /** Contains no hash: {@link #holds} is never true. */
    public static final Scale NONE = new Scale(0, -1, 0, 0);

    private final long smallest;
    private final long largest;
    private final int shift;
    private final long factor;

    Scale(long smallest, long largest, int shift, long factor) {
        this.smallest = smallest;
        this.largest = largest;
        this.shift = shift;
        this.factor = factor;
    }

    public boolean holds(long hash) {
        return hash >= smallest && hash <= largest;
    }

    /** Returns the part of a hash for which {@link #holds} is true. */
    public int partOf(long hash) {
        return (int) ((((hash - smallest) >>> shift) * factor) >>> 32);
    }
}
