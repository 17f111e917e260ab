package dev.divvy.cache.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * An entry is one byte array: expiry (8 bytes, milliseconds since the epoch, 0 for never), access clock (4), hash of the key
 * (4), length of the key (4), the key, the value. Key and value never change; expiry and access clock change in place. Clocks and
 * hash are those of this process; {@link EntryCodec} is the form for another one.
 */
public final class EntryLayout {

    /** The expiry of an entry that never expires. */
    public static final long NEVER = 0;

    static final int HEADER = 20;

    private static final int EXPIRY = 0;
    private static final int ACCESS = 8;
    private static final int HASH = 12;
    static final int KEY_LENGTH = 16;

    /** Bytes that the JVM needs before the first byte of an array, and the alignment of its objects. */
    private static final int ARRAY_HEADER = 16;

    private static final int ALIGNMENT = 8;

    /** The access clock ticks every 16 milliseconds: it wraps around after two years. */
    private static final int ACCESS_SHIFT = 4;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private EntryLayout() {}

    /** Returns an entry whose value is all zeros; the caller fills the value in before any other thread sees the entry. */
    public static byte[] allocate(byte[] data, int keyStart, int keyLength, int valueLength, long expiry, long now) {
        byte[] entry = new byte[Math.addExact(Math.addExact(HEADER, keyLength), valueLength)];
        LONGS.set(entry, EXPIRY, expiry);
        INTS.set(entry, HASH, LocalKeyHash.of(data, keyStart, keyLength));
        INTS.set(entry, KEY_LENGTH, keyLength);
        System.arraycopy(data, keyStart, entry, HEADER, keyLength);
        touch(entry, now);
        return entry;
    }

    public static byte[] of(byte[] key, byte[] value, long expiry, long now) {
        byte[] entry = allocate(key, 0, key.length, value.length, expiry, now);
        System.arraycopy(value, 0, entry, valueStart(entry), value.length);
        return entry;
    }

    /** Returns the expiry in milliseconds since the epoch, or {@link #NEVER}. */
    public static long expiry(byte[] entry) {
        return (long) LONGS.get(entry, EXPIRY);
    }

    /** Changes the expiry. Only a {@link TokenStore} does this, since it counts the entries that expire. */
    static void expiry(byte[] entry, long expiry) {
        LONGS.set(entry, EXPIRY, expiry);
    }

    public static boolean isExpired(byte[] entry, long now) {
        long expiry = expiry(entry);
        return expiry != NEVER && expiry <= now;
    }

    static void touch(byte[] entry, long now) {
        INTS.set(entry, ACCESS, (int) (now >> ACCESS_SHIFT));
    }

    /** Returns the time since the last access, in ticks of the access clock, as an unsigned number. */
    static int idle(byte[] entry, long now) {
        int ticks = (int) (now >> ACCESS_SHIFT) - (int) INTS.get(entry, ACCESS);
        // A wall clock may go back: an access a little ahead of it counts as one that happened just now.
        return ticks < 0 && ticks > -(1 << 24) ? 0 : ticks;
    }

    /** Sets the time since the last access, in ticks of the access clock, as an unsigned number. */
    static void setIdle(byte[] entry, int ticks, long now) {
        INTS.set(entry, ACCESS, (int) (now >> ACCESS_SHIFT) - ticks);
    }

    /** Returns the time since the last access, in milliseconds. */
    public static long idleMillis(byte[] entry, long now) {
        return Integer.toUnsignedLong(idle(entry, now)) << ACCESS_SHIFT;
    }

    static int hash(byte[] entry) {
        return (int) INTS.get(entry, HASH);
    }

    public static int keyStart() {
        return HEADER;
    }

    public static int keyLength(byte[] entry) {
        return (int) INTS.get(entry, KEY_LENGTH);
    }

    public static int valueStart(byte[] entry) {
        return HEADER + keyLength(entry);
    }

    public static int valueLength(byte[] entry) {
        return entry.length - valueStart(entry);
    }

    public static byte[] key(byte[] entry) {
        return Arrays.copyOfRange(entry, HEADER, valueStart(entry));
    }

    public static byte[] value(byte[] entry) {
        return Arrays.copyOfRange(entry, valueStart(entry), entry.length);
    }

    public static boolean hasValue(byte[] entry, byte[] data, int start, int length) {
        return Arrays.equals(entry, valueStart(entry), entry.length, data, start, start + length);
    }

    static boolean hasKey(byte[] entry, byte[] data, int start, int length) {
        return Arrays.equals(entry, HEADER, valueStart(entry), data, start, start + length);
    }

    static boolean sameKey(byte[] entry, byte[] other) {
        return Arrays.equals(entry, HEADER, valueStart(entry), other, HEADER, valueStart(other));
    }

    /** Returns the heap memory of the entry, in bytes. */
    public static long bytes(byte[] entry) {
        return arrayMemory(entry.length);
    }

    /** Returns the heap memory of an array whose elements take this many bytes. */
    static long arrayMemory(long length) {
        return (ARRAY_HEADER + length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
}
