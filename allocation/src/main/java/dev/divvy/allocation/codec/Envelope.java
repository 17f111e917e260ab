package dev.divvy.allocation.codec;

import java.util.zip.CRC32C;

/**
 * What surrounds the parts of a form: four bytes that say what this is, the version of the form, and at the end a CRC32C of all
 * before it, highest byte first. Every version keeps to this, so that an older reader can tell a newer form from a broken one.
 */
final class Envelope {

    static final int VERSION = 1;

    private static final byte[] MAGIC = {'D', 'v', 'y', 'A'};
    private static final int BEGIN = MAGIC.length + 1;
    private static final int SEAL = 4;

    private Envelope() {}

    static BinaryWriter begin() {
        BinaryWriter out = new BinaryWriter();
        out.raw(MAGIC, 0, MAGIC.length);
        out.octet(VERSION);
        return out;
    }

    static byte[] seal(BinaryWriter out) {
        byte[] form = out.bytes(SEAL);
        int checksum = checksum(form);
        for (int i = 0; i < SEAL; i++) {
            form[form.length - 1 - i] = (byte) (checksum >>> (8 * i));
        }
        return form;
    }

    static BinaryReader open(byte[] form) {
        for (int i = 0; i < MAGIC.length; i++) {
            if (i >= form.length || form[i] != MAGIC[i]) {
                throw new CorruptAllocationException("not the form of an allocation: it begins otherwise", i);
            }
        }
        if (form.length < BEGIN + SEAL) {
            throw new CorruptAllocationException("cut short: a form of " + form.length + " bytes", form.length);
        }
        int end = form.length - SEAL;
        int told = 0;
        for (int i = end; i < form.length; i++) {
            told = told << 8 | (form[i] & 0xFF);
        }
        if (told != checksum(form)) {
            throw new CorruptAllocationException(
                    String.format("damaged: the checksum is %08x but says %08x", checksum(form), told), end);
        }
        int version = form[MAGIC.length] & 0xFF;
        if (version > VERSION) {
            throw new CorruptAllocationException(
                    "form version " + version + " is newer than " + VERSION + "; upgrade Divvy", MAGIC.length);
        }
        if (version < VERSION) {
            throw new CorruptAllocationException(
                    "form version " + version + " never was; the first is 1", MAGIC.length);
        }
        return new BinaryReader(form, BEGIN, end);
    }

    /** Of all but the last four bytes. */
    private static int checksum(byte[] form) {
        CRC32C crc = new CRC32C();
        crc.update(form, 0, form.length - SEAL);
        return (int) crc.getValue();
    }
}
