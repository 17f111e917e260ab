package dev.divvy.cache.replication.protocol;

/** The value of the one key of a searched token: the numbers of the writes that were applied, in order, packed into a long. */
final class Log {

    static final long EMPTY = 0;

    /** The most writes, and the highest number of one. */
    static final int CAPACITY = 14;

    private static final int BITS = 4;

    private Log() {}

    static int length(long log) {
        return (int) (log & (CAPACITY + 1));
    }

    static long plus(long log, long write) {
        return (log + 1) | (write << (BITS * (length(log) + 1)));
    }

    static long at(long log, int index) {
        return (log >> (BITS * (index + 1))) & (CAPACITY + 1);
    }

    static boolean isPrefix(long log, long of) {
        return length(log) <= length(of) && writes(log, length(log)) == writes(of, length(log));
    }

    static long firstHalf(long log) {
        int length = length(log) / 2;
        return writes(log, length) | length;
    }

    private static long writes(long log, int count) {
        return log & (((1L << (BITS * count)) - 1) << BITS);
    }

    static String text(long log) {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < length(log); i++) {
            text.append(i == 0 ? "" : " ").append(at(log, i));
        }
        return text.append(']').toString();
    }
}
