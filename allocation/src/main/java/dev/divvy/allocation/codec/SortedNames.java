package dev.divvy.allocation.codec;

import dev.divvy.allocation.support.NameRules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Encodes names in ascending order, each once, front-coded: the number of UTF-8 bytes that a name shares with the one before, the number of
 * its other bytes, and these bytes. Bytes rather than characters, as splitting a surrogate pair leaves a rest that is not valid text.
 */
final class SortedNames {

    /** A char takes at most three bytes; the two of a surrogate pair take four. */
    private static final int BYTES_PER_CHAR = 3;

    private static final int LEAST_BYTES = 3;

    private SortedNames() {}

    static void write(BinaryWriter out, Collection<String> names) {
        out.number(names.size());
        byte[] before = {};
        for (String name : names) {
            byte[] now = name.getBytes(StandardCharsets.UTF_8);
            int mismatch = Arrays.mismatch(before, now);
            int shared = mismatch < 0 ? now.length : mismatch;
            out.number(shared);
            out.number(now.length - shared);
            out.raw(now, shared, now.length - shared);
            before = now;
        }
    }

    /** Reads at most {@code most} names of at most {@code longest} characters. */
    static List<String> read(BinaryReader in, int most, int longest, String kind) {
        int count = in.count(most, LEAST_BYTES, "the number of names of " + kind);
        List<String> names = new ArrayList<>(count);
        byte[] bytes = new byte[longest * BYTES_PER_CHAR];
        String nameText = "a name of " + kind;
        int length = 0;
        long characters = 0;
        String before = "";
        for (int i = 0; i < count; i++) {
            int start = in.offset();
            int shared = in.numberUpTo(length, "the bytes that a name shares with the one before");
            int rest = in.count(bytes.length - shared, 1, "the rest of a name");
            byte previousByte = bytes[Math.min(shared, bytes.length - 1)];
            in.raw(bytes, shared, rest);
            if (rest > 0 && shared < length && bytes[shared] == previousByte) {
                throw new CorruptAllocationException(
                        nameText + " shares more bytes with the one before than it claims", start);
            }
            length = shared + rest;
            String name = in.decoded(bytes, 0, length, start, nameText);
            if (name.compareTo(before) <= 0) {
                throw new CorruptAllocationException(nameText + " is not after the one before", start);
            }
            characters += name.length();
            if (characters > NameRules.MOST_CHARACTERS) {
                throw new CorruptAllocationException("the names of " + kind + " are too long together", start);
            }
            names.add(name);
            before = name;
        }
        return names;
    }
}
