package dev.divvy.allocation.codec;

import java.util.Arrays;
import java.util.zip.CRC32C;

/** Forms with a right checksum around whatever they hold: what an attacker, not an accident, would send. */
final class Resealed {

    private Resealed() {}

    /** The form with its last four bytes made right again. */
    static byte[] of(byte[] form) {
        byte[] sealed = form.clone();
        CRC32C crc = new CRC32C();
        crc.update(sealed, 0, sealed.length - 4);
        for (int i = 0; i < 4; i++) {
            sealed[sealed.length - 1 - i] = (byte) (crc.getValue() >>> (8 * i));
        }
        return sealed;
    }

    /** A form of version 1 with these parts. */
    static byte[] around(BinaryWriter parts) {
        byte[] body = parts.bytes(0);
        byte[] form = Arrays.copyOf(new byte[] {'D', 'v', 'y', 'A', 1}, 5 + body.length + 4);
        System.arraycopy(body, 0, form, 5, body.length);
        return of(form);
    }
}
