package dev.divvy.allocation.codec;

import java.util.Arrays;

/**
 * Encodes a column of small numbers, whose count both sides know, in the shorter of two ways. As runs: their number, then each run's value
 * and, except for the last run, its length minus 1. Flat, for scattered numbers: a 0, the width of the largest number in bits, and all
 * numbers in that width, lowest bits first.
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

    /** Reads {@code count} numbers, each below the limit. */
    static int[] read(BinaryReader in, int count, int limit, String name) {
        if (count == 0) {
            return new int[0];
        }
        int start = in.offset();
        int runs = in.numberUpTo(count, "the runs of " + name);
        int[] values = runs == FLAT ? readFlat(in, count, name) : readRuns(in, count, runs, name);
        int largest = largest(values);
        if (largest >= limit) {
            throw new CorruptAllocationException(name + " has " + largest + ", where there are " + limit, start);
        }
        boolean flatIsShorter = flatSize(count, width(values)) < runsSize(values);
        if (flatIsShorter != (runs == FLAT)) {
            throw new CorruptAllocationException(name + " is not written in the shorter way", start);
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

    private static int[] readRuns(BinaryReader in, int count, int runs, String name) {
        in.requireBytes(2L * runs - 1, in.offset(), name + " has " + runs + " runs");
        String valueName = "a value of " + name;
        String runName = "a run of " + name;
        int[] values = new int[count];
        for (int run = 0, first = 0, end; run < runs; run++, first = end) {
            int start = in.offset();
            int value = in.numberUpTo(Integer.MAX_VALUE, valueName);
            if (run > 0 && value == values[first - 1]) {
                throw new CorruptAllocationException(name + " has two runs of " + value + " that are one", start);
            }
            int runsLeft = runs - 1 - run;
            end = runsLeft == 0 ? count : first + 1 + in.numberUpTo(count - first - 1 - runsLeft, runName);
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

    private static int[] readFlat(BinaryReader in, int count, String name) {
        int start = in.offset();
        int width = in.octet("the width of " + name);
        if (width < 1 || width > 31) {
            throw new CorruptAllocationException(name + " is " + width + " bits wide; the most is 31", start);
        }
        in.requireBytes(((long) count * width + 7) / 8, start, name + " is " + count + " times " + width + " bits");
        int[] values = new int[count];
        long bits = 0;
        int held = 0;
        for (int i = 0; i < count; i++) {
            for (; held < width; held += 8) {
                bits |= (long) in.octet(name) << held;
            }
            values[i] = (int) (bits & ((1L << width) - 1));
            bits >>>= width;
            held -= width;
        }
        if (bits != 0 || width != width(values)) {
            throw new CorruptAllocationException(name + " has bits set that mean nothing, or is too wide", start);
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
