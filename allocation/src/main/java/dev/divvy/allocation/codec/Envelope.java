package dev.divvy.allocation.codec;

import java.util.zip.CRC32C;

/**
 * The header and trailer of an encoded allocation: four magic bytes, the format version, and at the end a CRC32C of all preceding bytes,
 * highest byte first. All versions keep this layout, so that an older reader can tell a newer format from damage.
 */
final class Envelope {

    /** The newest version: it adds the restrictions of members, and the rule for their pieces. */
    static final int NEWEST = 3;

    /** The version of allocations without these, which added the heirs, and the rule for promoted copies. */
    static final int WITHOUT_RESTRICTIONS = 2;

    /** The version of allocations without any of these. Older readers know it. */
    static final int WITHOUT_HEIRS = 1;

    private static final byte[] MAGIC = {'D', 'v', 'y', 'A'};
    private static final int HEADER = MAGIC.length + 1;
    private static final int TRAILER = 4;

    private Envelope() {}

    static BinaryWriter begin(int version) {
        BinaryWriter out = new BinaryWriter();
        out.raw(MAGIC, 0, MAGIC.length);
        out.octet(version);
        return out;
    }

    static byte[] seal(BinaryWriter out) {
        byte[] bytes = out.bytes(TRAILER);
        int checksum = checksum(bytes);
        for (int i = 0; i < TRAILER; i++) {
            bytes[bytes.length - 1 - i] = (byte) (checksum >>> (8 * i));
        }
        return bytes;
    }

    static BinaryReader open(byte[] bytes) {
        for (int i = 0; i < MAGIC.length; i++) {
            if (i >= bytes.length || bytes[i] != MAGIC[i]) {
                throw new CorruptAllocationException(
                        "not an encoded allocation: it does not begin with the bytes DvyA", i);
            }
        }
        if (bytes.length < HEADER + TRAILER) {
            throw new CorruptAllocationException("cut short: only " + bytes.length + " bytes", bytes.length);
        }
        int end = bytes.length - TRAILER;
        int stored = 0;
        for (int i = end; i < bytes.length; i++) {
            stored = stored << 8 | (bytes[i] & 0xFF);
        }
        if (stored != checksum(bytes)) {
            throw new CorruptAllocationException(
                    String.format("damaged: the checksum is %08x, but the stored one is %08x", checksum(bytes), stored),
                    end);
        }
        int version = version(bytes);
        if (version > NEWEST) {
            throw new CorruptAllocationException(
                    "format version " + version + " is newer than " + NEWEST + "; upgrade Divvy", MAGIC.length);
        }
        if (version < WITHOUT_HEIRS) {
            throw new CorruptAllocationException(
                    "format version " + version + " does not exist; the first is 1", MAGIC.length);
        }
        return new BinaryReader(bytes, HEADER, end);
    }

    /** Returns the format version of bytes that have a header. */
    static int version(byte[] bytes) {
        return bytes[MAGIC.length] & 0xFF;
    }

    /** Returns the checksum of all but the last four bytes. */
    private static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length - TRAILER);
        return (int) crc.getValue();
    }
}
