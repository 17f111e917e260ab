package dev.divvy.allocation.codec;

import java.util.Arrays;

/**
 * As many small numbers as both sides know there are, in the shorter of two ways. As runs: how many, then each run's value and, but
 * for the last, its length less 1. Or, where the numbers are scattered, flat: a 0, the width of the largest in bits, and all of them
 * in that width, the lowest bits first.
 */
final class ColumnCodec {

    private static final int FLAT = 0;

    private ColumnCodec() {}

    static void write(BinaryWriter out, int... values) {
        if (values.length == 0) {
            return;
        }
        int width = width(values);
        if (flatSize(values.length, width) < runsSize(values)) {
            out.number(FLAT);
            out.octet(width);
            writeFlat(out, values, width);
        } else {
            writeRuns(out, values);
        }
    }

    /** So many numbers, each below the limit. */
    static int[] read(BinaryReader in, int count, int limit, String what) {
        if (count == 0) {
            return new int[0];
        }
        int start = in.offset();
        int runs = in.upTo(count, "the runs of " + what);
        int[] values = runs == FLAT ? readFlat(in, count, what) : readRuns(in, count, runs, what);
        int largest = largest(values);
        if (largest >= limit) {
            throw new CorruptAllocationException(what + " has " + largest + ", where there are " + limit, start);
        }
        boolean flatIsShorter = flatSize(count, width(values)) < runsSize(values);
        if (flatIsShorter != (runs == FLAT)) {
            throw new CorruptAllocationException(what + " is not written in the shorter way", start);
        }
        return values;
    }

    private static void writeRuns(BinaryWriter out, int[] values) {
        out.number(runs(values));
        for (int first = 0, end; first < values.length; first = end) {
            end = endOfRun(values, first);
            out.number(values[first]);
            if (end < values.length) {
                out.number(end - first - 1L);
            }
        }
    }

    private static int[] readRuns(BinaryReader in, int count, int runs, String what) {
        in.requireRoom(2L * runs - 1, in.offset(), what + " has " + runs + " runs");
        String aValue = "a value of " + what;
        String aRun = "a run of " + what;
        int[] values = new int[count];
        for (int run = 0, first = 0, end; run < runs; run++, first = end) {
            int start = in.offset();
            int value = in.upTo(Integer.MAX_VALUE, aValue);
            if (run > 0 && value == values[first - 1]) {
                throw new CorruptAllocationException(what + " has two runs of " + value + " that are one", start);
            }
            int later = runs - 1 - run;
            end = later == 0 ? count : first + 1 + in.upTo(count - first - 1 - later, aRun);
            Arrays.fill(values, first, end, value);
        }
        return values;
    }

    private static void writeFlat(BinaryWriter out, int[] values, int width) {
        long bits = 0;
        int used = 0;
        for (int value : values) {
            bits |= (long) value << used;
            for (used += width; used >= 8; used -= 8) {
                out.octet((int) bits);
                bits >>>= 8;
            }
        }
        if (used > 0) {
            out.octet((int) bits);
        }
    }

    private static int[] readFlat(BinaryReader in, int count, String what) {
        int start = in.offset();
        int width = in.octet("the width of " + what);
        if (width < 1 || width > 31) {
            throw new CorruptAllocationException(what + " is " + width + " bits wide; the most is 31", start);
        }
        in.requireRoom(((long) count * width + 7) / 8, start, what + " is " + count + " times " + width + " bits");
        int[] values = new int[count];
        long bits = 0;
        int held = 0;
        for (int i = 0; i < count; i++) {
            for (; held < width; held += 8) {
                bits |= (long) in.octet(what) << held;
            }
            values[i] = (int) (bits & ((1L << width) - 1));
            bits >>>= width;
            held -= width;
        }
        if (bits != 0 || width != width(values)) {
            throw new CorruptAllocationException(what + " has bits set that mean nothing, or is too wide", start);
        }
        return values;
    }

    private static long flatSize(int count, int width) {
        return 2 + ((long) count * width + 7) / 8;
    }

    private static long runsSize(int[] values) {
        long size = BinaryWriter.sizeOf(runs(values));
        for (int first = 0, end; first < values.length; first = end) {
            end = endOfRun(values, first);
            size += BinaryWriter.sizeOf(values[first]);
            size += end < values.length ? BinaryWriter.sizeOf(end - first - 1L) : 0;
        }
        return size;
    }

    private static int runs(int[] values) {
        int runs = 0;
        for (int first = 0; first < values.length; first = endOfRun(values, first)) {
            runs++;
        }
        return runs;
    }

    private static int endOfRun(int[] values, int first) {
        int end = first + 1;
        while (end < values.length && values[end] == values[first]) {
            end++;
        }
        return end;
    }

    private static int width(int[] values) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(largest(values));
    }

    private static int largest(int[] values) {
        int largest = 0;
        for (int value : values) {
            largest = Math.max(largest, value);
        }
        return largest;
    }
}
