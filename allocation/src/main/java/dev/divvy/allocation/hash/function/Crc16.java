package dev.divvy.allocation.hash.function;

import java.util.Objects;

/** CRC-16/XMODEM (polynomial 0x1021, start 0): the checksum from which Redis Cluster derives its slots. */
public final class Crc16 {

    private static final char[] TABLE = new char[256];

    static {
        for (int i = 0; i < TABLE.length; i++) {
            int crc = i << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc << 1) ^ ((crc & 0x8000) == 0 ? 0 : 0x1021);
            }
            TABLE[i] = (char) crc;
        }
    }

    private Crc16() {}

    public static int of(byte[] bytes) {
        return of(bytes, 0, bytes.length);
    }

    public static int of(byte[] bytes, int from, int length) {
        Objects.checkFromIndexSize(from, length, bytes.length);
        int crc = 0;
        for (int i = from; i < from + length; i++) {
            crc = ((crc << 8) & 0xFFFF) ^ TABLE[(crc >>> 8) ^ (bytes[i] & 0xff)];
        }
        return crc;
    }
}
