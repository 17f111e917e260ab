package dev.divvy.coordination.board;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The version and abilities of a member's software, so that members of two versions can share a group: a member uses with another one only
 * what both can. Abilities that a member does not know are kept and ignored; one that is missing means the behaviour from before it existed.
 *
 * @param version the version of the protocols that members speak with each other; it grows when an older member would misunderstand
 * @param names the abilities, each in lower case: letters, digits and hyphens
 */
public record Abilities(int version, NavigableSet<String> names) {

    /** The version that this software speaks. */
    public static final int CURRENT_VERSION = 2;

    /** The version of software from before cards had one. */
    public static final int FIRST_VERSION = 1;

    /** The largest number of abilities, and the longest name of one. */
    public static final int MOST = 16;

    public static final int LONGEST = 30;

    /** No abilities, in the current version. */
    public static final Abilities NONE = new Abilities(CURRENT_VERSION, Collections.emptyNavigableSet());

    private static final Pattern NAME = Pattern.compile("[a-z0-9-]+");

    public Abilities {
        if (version < FIRST_VERSION) {
            throw new IllegalArgumentException("version " + version + " of a member; the first is " + FIRST_VERSION);
        }
        names = Collections.unmodifiableNavigableSet(new TreeSet<>((Collection<String>) names));
        if (names.size() > MOST) {
            throw new IllegalArgumentException(names.size() + " abilities are too many; the most is " + MOST);
        }
        for (String name : names) {
            if (name.length() > LONGEST || !NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("ability \"" + name + "\" is not at most " + LONGEST
                        + " lower-case letters, digits and hyphens");
            }
        }
    }

    /** Returns the abilities of these names, in the current version. */
    public static Abilities of(String... names) {
        return new Abilities(CURRENT_VERSION, new TreeSet<>(List.of(names)));
    }

    /** Creates abilities from their {@link #text()}. */
    public static Abilities parse(int version, String text) {
        return new Abilities(version, new TreeSet<>(text.isEmpty() ? List.of() : List.of(text.split(" ", -1))));
    }

    /** Whether members of both can share a group: each version understands the one before it, for the time of an upgrade. */
    public boolean isCompatibleWith(Abilities other) {
        return Math.abs(version - other.version) <= 1;
    }

    public boolean has(String name) {
        return names.contains(name);
    }

    /** Returns the names in ascending order, separated by spaces. */
    public String text() {
        return String.join(" ", names);
    }
}
