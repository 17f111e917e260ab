package dev.divvy.cache.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;

/** The hash by which this process finds keys in its tables. Its seed differs in every process, so a client cannot prepare collisions. */
final class LocalKeyHash {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long SEED = new SecureRandom().nextLong();
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
    private static final long SECOND_MULTIPLIER = 0xD6E8FEB86659FD93L;

    private LocalKeyHash() {}

    static int of(byte[] data, int from, int length) {
        long hash = SEED ^ (length * SECOND_MULTIPLIER);
        int at = from;
        int left = length;
        for (; left >= Long.BYTES; left -= Long.BYTES, at += Long.BYTES) {
            hash = fold(hash ^ (long) LONGS.get(data, at));
        }
        long rest = 0;
        for (int i = 0; i < left; i++) {
            rest |= (data[at + i] & 0xFFL) << (8 * i);
        }
        hash = fold(hash ^ rest);
        return (int) (hash ^ (hash >>> 32));
    }

    private static long fold(long value) {
        long mixed = value + SEED;
        return Math.multiplyHigh(mixed, MULTIPLIER) ^ (mixed * SECOND_MULTIPLIER);
    }
}
