package dev.divvy.boardredis.board;

import dev.divvy.allocation.support.NameRules;

/**
 * The keys of a board, all in one slot. Scripts of other modules may read them in the same step as keys of their own:
 *
 * <ul>
 *   <li>{@code board} is a hash: {@code lineage}, {@code epoch} (19 digits), {@code allocation} (its bytes; these three together or not at
 *       all) and {@code origin} (a random id, created with the hash).
 *   <li>{@code cards} is a hash: the id of each member that is on the board, with its card. A card begins with the incarnation (19 digits),
 *       a space, the beat (19 digits), a space, the acknowledged epoch (19 digits), a space, the settled epoch (19 digits) and a space;
 *       only {@link RedisBoard} reads the rest.
 *   <li>{@code incarnations} is a hash: the id of each member that ever was on the board, with its highest incarnation (19 digits).
 * </ul>
 *
 * @param channel the channel on which changes are published
 */
public record BoardKeys(String board, String cards, String incarnations, String channel) {

    private static BoardKeys under(String base) {
        return new BoardKeys(base + ":board", base + ":cards", base + ":incarnations", base + ":changed");
    }

    /** Returns keys like {@code divvy:{GROUP}:board}. In a group's name braces become {@code %7B} and {@code %7D}, so that all of it is the tag. */
    public static BoardKeys of(String prefix, String group) {
        NameRules.check("name of a group", group, NameRules.LONGEST);
        String tag = group.replace("%", "%25").replace("{", "%7B").replace("}", "%7D");
        return under(checkPrefix(prefix) + ":{" + tag + "}");
    }

    /** Returns keys in the slot of another key: <code>{KEY}:divvy:board</code>, or <code>KEY:divvy:board</code> if KEY has a tag itself. */
    public static BoardKeys beside(String key, String prefix) {
        return under(base(key, prefix));
    }

    /** Returns one more key in that slot: <code>{KEY}:divvy:NAME</code>. */
    public static String beside(String key, String prefix, String name) {
        return base(key, prefix) + ":" + name;
    }

    private static String base(String key, String prefix) {
        checkPrefix(prefix);
        if (hasTag(key)) {
            return key + ":" + prefix;
        }
        if (key.isEmpty() || key.contains("}")) {
            throw new IllegalArgumentException("no other key can be put into the slot of the key \"" + key
                    + "\": it has a closing brace and no tag, so it cannot be a tag itself; choose another name");
        }
        return "{" + key + "}:" + prefix;
    }

    private static boolean hasTag(String key) {
        int open = key.indexOf('{');
        return open >= 0 && key.indexOf('}', open) > open + 1;
    }

    /** Refuses a prefix that no key can begin with. */
    public static String checkPrefix(String prefix) {
        NameRules.check("prefix", prefix, NameRules.LONGEST);
        if (prefix.contains("{") || prefix.contains("}")) {
            throw new IllegalArgumentException(
                    "prefix " + prefix + " has a brace; leave it out, because the name of the group is the hash tag");
        }
        return prefix;
    }

    /** Returns a number as stored in Redis: 19 digits, which compare like the numbers. The numbers of Lua are not exact above 2^53. */
    public static String digits(long number) {
        if (number < 0) {
            throw new IllegalArgumentException("number " + number + " is negative");
        }
        return String.format("%019d", number);
    }
}
