package dev.divvy.allocation;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** What a name may be: not empty, not endless, and made of characters that every process can store and print. */
public final class Names {

    /** The longest id of a member, name of a zone, lineage. */
    public static final int LONGEST = 255;

    /** The longest name of a unit. */
    public static final int LONGEST_UNIT = 1000;

    private Names() {}

    static String check(String what, String name, int longest) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException(what + " is empty");
        }
        if (name.length() > longest) {
            throw new IllegalArgumentException(
                    what + " \"" + shown(name) + "...\" has " + name.length() + " characters; the most is " + longest);
        }
        for (int i = 0; i < name.length(); i++) {
            if (Character.isISOControl(name.charAt(i))) {
                throw new IllegalArgumentException(what + " \"" + shown(name) + "\" has the control character U+"
                        + String.format("%04X", (int) name.charAt(i)) + " at index " + i);
            }
        }
        utf8(what, name);
        return name;
    }

    /** The UTF-8 bytes of a name; a lone surrogate, which UTF-8 cannot hold, is refused. */
    static byte[] utf8(String what, String name) {
        try {
            var bytes = StandardCharsets.UTF_8
                    .newEncoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .encode(CharBuffer.wrap(name));
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            return copy;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    what + " \"" + shown(name) + "\" is not valid text: it has half of a surrogate pair", e);
        }
    }

    private static String shown(String name) {
        StringBuilder text = new StringBuilder();
        name.substring(0, Math.min(40, name.length()))
                .chars()
                .forEach(c -> text.append(Character.isISOControl(c) ? '?' : (char) c));
        return text.toString();
    }
}
