package dev.divvy.cache.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Entries as nodes send them to each other: remaining time-to-live (8 bytes, milliseconds, -1 for an entry that never expires), the sender's
 * clock (8, milliseconds since the epoch), time since the last access (4, ticks of the access clock), length of the key (4), the key, the
 * value.
 *
 * <p>The two nodes' wall clocks may differ by any amount: the receiver counts the remaining time from now. Only when the clocks agree does
 * it keep the expiry as it was, to the millisecond; otherwise every transfer would add the time that it takes. An entry should be encoded
 * when it is sent: time that it waits looks like a difference of the clocks.
 */
public final class EntryCodec {

    /** The difference up to which two clocks, read before and after a transfer, agree. */
    static final long TOLERANCE_MILLIS = 1000;

    private static final long FOREVER = -1;

    private static final int REMAINING = 0;
    private static final int CLOCK = 8;
    private static final int IDLE = 16;
    private static final int REST = 20;
    private static final int HEADER = 24;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private EntryCodec() {}

    /** Returns the number of bytes that {@link #encode} writes. */
    public static int encodedLength(byte[] entry) {
        return entry.length - EntryLayout.KEY_LENGTH + REST;
    }

    /**
     * Writes an entry. An expired one is written too, with no time left: it replaces the entry that the receiver has.
     *
     * @param now the time by the sender's clock
     */
    public static void encode(byte[] entry, long now, byte[] target, int at) {
        long expiry = EntryLayout.expiry(entry);
        LONGS.set(target, at + REMAINING, expiry == EntryLayout.NEVER ? FOREVER : Math.max(0, expiry - now));
        LONGS.set(target, at + CLOCK, now);
        INTS.set(target, at + IDLE, EntryLayout.idle(entry, now));
        // Key and value never change, so they are copied as they are, with the length of the key before them.
        System.arraycopy(entry, EntryLayout.KEY_LENGTH, target, at + REST, entry.length - EntryLayout.KEY_LENGTH);
    }

    /**
     * Reads an entry and gives it this process's hash.
     *
     * @param now the time by the receiver's clock
     * @throws IllegalArgumentException when the bytes are not an entry
     */
    public static byte[] decode(byte[] data, int from, int length, long now) {
        if (length < HEADER) {
            throw new IllegalArgumentException("an entry of " + length + " bytes is too short");
        }
        long remaining = (long) LONGS.get(data, from + REMAINING);
        int keyLength = (int) INTS.get(data, from + REST);
        if (remaining < FOREVER || keyLength < 0 || keyLength > length - HEADER) {
            throw new IllegalArgumentException("an entry of " + length + " bytes with " + remaining
                    + " ms left and a key of " + keyLength + " bytes");
        }
        int valueLength = length - HEADER - keyLength;
        byte[] entry = EntryLayout.allocate(
                data,
                from + HEADER,
                keyLength,
                valueLength,
                expiry(remaining, (long) LONGS.get(data, from + CLOCK), now),
                now);
        EntryLayout.setIdle(entry, (int) INTS.get(data, from + IDLE), now);
        System.arraycopy(data, from + HEADER + keyLength, entry, EntryLayout.valueStart(entry), valueLength);
        return entry;
    }

    private static long expiry(long remaining, long senderClock, long now) {
        if (remaining == FOREVER) {
            return EntryLayout.NEVER;
        }
        long difference = now - senderClock;
        boolean agree = -TOLERANCE_MILLIS <= difference && difference <= TOLERANCE_MILLIS;
        long from = agree ? senderClock : now;
        return from > Long.MAX_VALUE - remaining ? Long.MAX_VALUE : from + remaining;
    }
}
