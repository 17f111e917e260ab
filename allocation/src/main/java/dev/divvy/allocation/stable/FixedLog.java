package dev.divvy.allocation.stable;

/**
 * The natural logarithm in integers, from a table with linear interpolation: {@link StrictMath} fills the table and the rest is integer
 * arithmetic, so every machine computes the same bits.
 */
final class FixedLog {

    /** The number of fraction bits: 1 is {@code 1L << BITS}. */
    static final int BITS = 52;

    static final long ONE = 1L << BITS;

    private static final int CELL_BITS = 12;
    private static final int CELLS = 1 << CELL_BITS;
    private static final int PART_BITS = BITS - 1 - CELL_BITS;
    private static final long LN2 = fixed(StrictMath.log(2));

    /** The negative logarithm at CELLS + 1 points from one half to one. */
    private static final long[] TABLE = table();

    private FixedLog() {}

    /** Returns the negative logarithm of a number above 0 and up to {@link #ONE}; never negative, and 0 only near one. */
    static long minusLn(long number) {
        int halvings = Long.numberOfLeadingZeros(number) - (Long.SIZE - BITS);
        if (halvings < 0) {
            return 0;
        }
        // Doubled until it lies between one half and one; each doubling is worth ln 2.
        long scaled = number << halvings;
        int cell = (int) (scaled >>> PART_BITS) - CELLS;
        long part = scaled & ((1L << PART_BITS) - 1);
        long fall = TABLE[cell] - TABLE[cell + 1];
        // fall * part / 2^PART_BITS without overflow: the shifts add up to what the high half drops beyond PART_BITS.
        return halvings * LN2 + TABLE[cell] - Math.multiplyHigh(fall << 1, part << (Long.SIZE - 1 - PART_BITS));
    }

    private static long[] table() {
        long[] table = new long[CELLS + 1];
        for (int i = 0; i < CELLS; i++) {
            table[i] = fixed(-StrictMath.log(0.5 + i / (2.0 * CELLS)));
        }
        return table;
    }

    private static long fixed(double number) {
        return (long) (number * ONE);
    }
}
