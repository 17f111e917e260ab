package dev.divvy.boardredis.board;

import dev.divvy.allocation.support.NameRules;

/**
 * The names under which a board is kept, all of one slot. Other scripts may read them in the same step:
 *
 * <ul>
 *   <li>{@code board} is a hash: {@code lineage}, {@code epoch} (19 digits), {@code form} (the bytes of the allocation; these three together
 *       or not at all) and {@code origin} (a random id, made with the hash).
 *   <li>{@code cards} is a hash: the id of each member that is on the board, and its card. A card begins with the incarnation (19 digits), a
 *       space, the beat (19 digits), a space, the acknowledged epoch (19 digits) and a space; the rest is for {@link RedisBoard} and people.
 *   <li>{@code lives} is a hash: the id of each member that ever was on the board, and its highest incarnation (19 digits).
 * </ul>
 *
 * @param channel where changes are published
 */
public record BoardKeys(String board, String cards, String lives, String channel) {

    private static BoardKeys under(String base) {
        return new BoardKeys(base + ":board", base + ":cards", base + ":lives", base + ":changed");
    }

    /** As {@code divvy:{GROUP}:board}. Braces in the name of a group are written as {@code %7B} and {@code %7D}, so the tag is all of it. */
    public static BoardKeys of(String prefix, String group) {
        NameRules.check("name of a group", group, NameRules.LONGEST);
        String tag = group.replace("%", "%25").replace("{", "%7B").replace("}", "%7D");
        return under(checkPrefix(prefix) + ":{" + tag + "}");
    }

    /** Keys in the slot of somebody else's key: as <code>{KEY}:divvy:board</code>, or <code>KEY:divvy:board</code> if that has a tag itself. */
    public static BoardKeys beside(String key, String prefix) {
        return under(base(key, prefix));
    }

    /** One more key beside those: as <code>{KEY}:divvy:NAME</code>. */
    public static String beside(String key, String prefix, String name) {
        return base(key, prefix) + ":" + name;
    }

    private static String base(String key, String prefix) {
        checkPrefix(prefix);
        if (hasTag(key)) {
            return key + ":" + prefix;
        }
        if (key.isEmpty() || key.contains("}")) {
            throw new IllegalArgumentException("no other key can be in the slot of the key \"" + key
                    + "\": a name with a closing brace and without a tag cannot be a tag itself");
        }
        return "{" + key + "}:" + prefix;
    }

    private static boolean hasTag(String key) {
        int open = key.indexOf('{');
        return open >= 0 && key.indexOf('}', open) > open + 1;
    }

    /** Refuses a prefix with which no key can begin. */
    public static String checkPrefix(String prefix) {
        NameRules.check("prefix", prefix, NameRules.LONGEST);
        if (prefix.contains("{") || prefix.contains("}")) {
            throw new IllegalArgumentException("prefix " + prefix + " has a brace; the tag is the name of the group");
        }
        return prefix;
    }

    /** A number as it stands in Redis: 19 digits, which compare as the numbers do. A script's own numbers are not exact. */
    public static String digits(long number) {
        if (number < 0) {
            throw new IllegalArgumentException("number " + number + " is negative");
        }
        return String.format("%019d", number);
    }
}
