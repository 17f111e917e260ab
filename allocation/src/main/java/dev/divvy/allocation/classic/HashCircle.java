package dev.divvy.allocation.classic;

import java.util.Arrays;

/**
 * Points on a circle of hashes in clockwise order, from the smallest hash (unsigned) to the largest. Each point carries the number of a
 * piece or of a member; points at the same position are ordered by number.
 */
final class HashCircle {

    // Position and number share one long, so that millions can be sorted as primitives: 43 bits of position, 20 of
    // number, no sign.
    private static final int NUMBER_BITS = 20;
    private static final int POINT_BITS = 63;
    private static final int POINTS_PER_BIN_BITS = 5;
    private static final long NUMBER_MASK = (1L << NUMBER_BITS) - 1;

    private final long[] points;

    /** @param points in any order, each created by {@link #point} */
    HashCircle(long[] points) {
        this.points = sorted(points);
    }

    /** @param number the number of a piece or of a member, below 2^20 */
    static long point(long hash, int number) {
        return position(hash) | number;
    }

    int size() {
        return points.length;
    }

    /** Returns the index of the first point at this hash or clockwise after it. */
    int from(long hash) {
        int found = Arrays.binarySearch(points, position(hash));
        int index = found < 0 ? -1 - found : found;
        return index == points.length ? 0 : index;
    }

    /** Returns the index of the point after this one. */
    int after(int index) {
        return index + 1 == points.length ? 0 : index + 1;
    }

    /** Returns the number of the point at this index. */
    int number(int index) {
        return (int) (points[index] & NUMBER_MASK);
    }

    /**
     * Hashes are evenly distributed: put into many bins by their upper bits they are nearly sorted, which is several times faster for
     * millions.
     */
    private static long[] sorted(long[] points) {
        int binBits = Math.max(0, Integer.SIZE - Integer.numberOfLeadingZeros(points.length >> POINTS_PER_BIN_BITS));
        int shift = POINT_BITS - binBits;
        int[] ends = new int[(1 << binBits) + 1];
        for (long point : points) {
            ends[(int) (point >>> shift) + 1]++;
        }
        for (int bin = 1; bin < ends.length; bin++) {
            ends[bin] += ends[bin - 1];
        }
        long[] sorted = new long[points.length];
        for (long point : points) {
            sorted[ends[(int) (point >>> shift)]++] = point;
        }
        for (int bin = 0, from = 0; bin < ends.length; from = ends[bin++]) {
            Arrays.sort(sorted, from, ends[bin]);
        }
        return sorted;
    }

    private static long position(long hash) {
        return (hash >>> (NUMBER_BITS + 1)) << NUMBER_BITS;
    }
}
