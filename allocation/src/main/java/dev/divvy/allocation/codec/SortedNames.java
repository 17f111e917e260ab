package dev.divvy.allocation.codec;

import dev.divvy.allocation.support.NameRules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Names in ascending order, each once, front-coded: how many bytes of UTF-8 a name shares with the one before, how many others it
 * has, and those. Bytes, not characters, as a shared half of a surrogate pair leaves a rest that is no text.
 */
final class SortedNames {

    /** A char takes at most three bytes; the two of a surrogate pair take four. */
    private static final int BYTES_A_CHAR = 3;

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

    /** At most so many names of at most so many characters. */
    static List<String> read(BinaryReader in, int most, int longest, String what) {
        int count = in.count(most, LEAST_BYTES, "the number of names of " + what);
        List<String> names = new ArrayList<>(count);
        byte[] bytes = new byte[longest * BYTES_A_CHAR];
        String aName = "a name of " + what;
        int length = 0;
        long characters = 0;
        String before = "";
        for (int i = 0; i < count; i++) {
            int start = in.offset();
            int shared = in.upTo(length, "what a name shares with the one before");
            int rest = in.count(bytes.length - shared, 1, "the rest of a name");
            byte instead = bytes[Math.min(shared, bytes.length - 1)];
            in.raw(bytes, shared, rest);
            if (rest > 0 && shared < length && bytes[shared] == instead) {
                throw new CorruptAllocationException(aName + " shares more than it says", start);
            }
            length = shared + rest;
            String name = in.decoded(bytes, 0, length, start, aName);
            if (name.compareTo(before) <= 0) {
                throw new CorruptAllocationException(aName + " is not after the one before", start);
            }
            characters += name.length();
            if (characters > NameRules.MOST_CHARACTERS) {
                throw new CorruptAllocationException("the names of " + what + " are too long together", start);
            }
            names.add(name);
            before = name;
        }
        return names;
    }
}
