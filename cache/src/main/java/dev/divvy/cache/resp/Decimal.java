package dev.divvy.cache.resp;

/** Integers as Redis parses them: 64 bits, no space, no plus sign, no leading zero. */
public final class Decimal {

    private static final int MAX_LENGTH = 20;

    private Decimal() {}

    public static boolean isNumber(byte[] data, int from, int length) {
        if (length < 1 || length > MAX_LENGTH) {
            return false;
        }
        boolean negative = data[from] == '-';
        int at = negative ? from + 1 : from;
        int end = from + length;
        if (at == end) {
            return false;
        }
        if (data[at] == '0') {
            return !negative && length == 1;
        }
        long value = 0;
        for (; at < end; at++) {
            int digit = data[at] - '0';
            if (digit < 0 || digit > 9 || value < Long.MIN_VALUE / 10) {
                return false;
            }
            // Counted downwards: the negative range holds one number more.
            value *= 10;
            if (value < Long.MIN_VALUE + digit) {
                return false;
            }
            value -= digit;
        }
        return negative || value != Long.MIN_VALUE;
    }

    /** Returns the value of a text that {@link #isNumber} accepts. */
    public static long value(byte[] data, int from, int length) {
        boolean negative = data[from] == '-';
        long value = 0;
        for (int at = negative ? from + 1 : from; at < from + length; at++) {
            value = value * 10 - (data[at] - '0');
        }
        return negative ? value : -value;
    }

    /** Returns the number of bytes that a number takes as text. */
    public static int length(long value) {
        if (value >= 0 && value < 1000) {
            return value < 10 ? 1 : value < 100 ? 2 : 3;
        }
        int length = value < 0 ? 2 : 1;
        for (long rest = value / 10; rest != 0; rest /= 10) {
            length++;
        }
        return length;
    }

    /** Writes a number as text that ends before {@code end}. */
    public static void write(long value, byte[] into, int end) {
        int at = end;
        long rest = value;
        do {
            into[--at] = (byte) ('0' + Math.abs(rest % 10));
            rest /= 10;
        } while (rest != 0);
        if (value < 0) {
            into[--at] = '-';
        }
    }

    public static byte[] bytes(long value) {
        byte[] text = new byte[length(value)];
        write(value, text, text.length);
        return text;
    }
}
