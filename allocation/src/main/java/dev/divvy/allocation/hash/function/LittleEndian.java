package dev.divvy.allocation.hash.function;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads little-endian numbers from byte arrays, on every processor: one load each, with the array's own bounds check. */
final class LittleEndian {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    static int readInt(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    static long readLong(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }
}
