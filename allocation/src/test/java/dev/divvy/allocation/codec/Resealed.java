package dev.divvy.allocation.codec;

import java.util.Arrays;
import java.util.zip.CRC32C;

/** Encoded allocations with a correct checksum around arbitrary content: sent by an attacker, not by accident. */
final class Resealed {

    private Resealed() {}

    /** Returns the bytes with the last four, the checksum, corrected. */
    static byte[] of(byte[] bytes) {
        byte[] sealed = bytes.clone();
        CRC32C crc = new CRC32C();
        crc.update(sealed, 0, sealed.length - 4);
        for (int i = 0; i < 4; i++) {
            sealed[sealed.length - 1 - i] = (byte) (crc.getValue() >>> (8 * i));
        }
        return sealed;
    }

    /** Returns an encoding of format version 1 with these parts. */
    static byte[] around(BinaryWriter parts) {
        byte[] body = parts.bytes(0);
        byte[] bytes = Arrays.copyOf(new byte[] {'D', 'v', 'y', 'A', 1}, 5 + body.length + 4);
        System.arraycopy(body, 0, bytes, 5, body.length);
        return of(bytes);
    }
}
