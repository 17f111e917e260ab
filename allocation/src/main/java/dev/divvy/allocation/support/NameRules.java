package dev.divvy.allocation.support;

import java.util.Collection;
import java.util.Optional;

/** The rules for names: not empty, of limited length, and made of characters that every process can store and print. */
public final class NameRules {

    /** The maximum length of a member id, a zone or a lineage. */
    public static final int LONGEST = 255;

    /** The maximum length of a unit name. */
    public static final int LONGEST_UNIT = 1000;

    /** The maximum number of characters of all names of one set together: a few encoded bytes can stand for long names. */
    public static final int MOST_CHARACTERS = 1 << 27;

    /** The number of characters of an invalid name that a message shows. */
    private static final int LONGEST_SHOWN = 40;

    private NameRules() {}

    /** Rejects names that are too long together. */
    public static void checkTogether(String kind, Collection<String> names) {
        long characters = names.stream().mapToLong(String::length).sum();
        if (characters > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    kind + " have " + characters + " characters together; the most is " + MOST_CHARACTERS);
        }
    }

    /** Rejects a name that is empty, too long or not printable, with a message that says which. */
    public static String check(String kind, String name, int longest) {
        fault(name, longest).ifPresent(fault -> {
            throw new IllegalArgumentException(kind + (name.isEmpty() ? " " : " \"" + shown(name) + "\" ") + fault);
        });
        return name;
    }

    /** Returns the fault of a name as a predicate for a message: it is empty, too long or not printable. Empty when the name is valid. */
    public static Optional<String> fault(String name, int longest) {
        if (name.isEmpty()) {
            return Optional.of("is empty");
        }
        if (name.length() > longest) {
            return Optional.of("has " + name.length() + " characters; the most is " + longest);
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isISOControl(c)) {
                return Optional.of("has the control character U+" + String.format("%04X", (int) c) + " at index " + i);
            }
            if (Character.isHighSurrogate(c) && i + 1 < name.length() && Character.isLowSurrogate(name.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return Optional.of("is not valid text: half of a surrogate pair at index " + i);
            }
        }
        return Optional.empty();
    }

    private static String shown(String name) {
        StringBuilder text = new StringBuilder();
        name.substring(0, Math.min(LONGEST_SHOWN, name.length()))
                .chars()
                .forEach(c ->
                        text.append(Character.isISOControl(c) || Character.isSurrogate((char) c) ? '?' : (char) c));
        return text.append(name.length() > LONGEST_SHOWN ? "..." : "").toString();
    }
}
