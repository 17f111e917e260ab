package dev.divvy.distributor.store;

import java.util.List;

/** Names that are hard to store, or to tell apart. */
final class TestNames {

    private TestNames() {}

    /** Returns different names, none with a comma. */
    static List<String> odd() {
        return List.of(
                "plain",
                "Plain",
                "plain ",
                " plain",
                "two  words",
                "stra\u00dfe",
                "strasse",
                "caf\u00e9",
                "cafe\u0301",
                "\u65e5\u672c\u8a9e",
                "\ud83e\udd89",
                "\ud83e\udd89\u200d\ud83d\udd25",
                "it's \"quoted\" `so`",
                "back\\slash",
                "100%",
                "%s%n",
                "{}",
                "${name}",
                "{tag}",
                "a_c",
                "?",
                ";--",
                "null",
                "\u0130i\u0131I",
                "x".repeat(1000),
                "x".repeat(999) + "y",
                "\ud83e\udd89".repeat(500),
                "\u65e5".repeat(1000));
    }

    /** Returns those that are short enough for a service. */
    static List<String> oddAndShort() {
        return odd().stream().filter(name -> name.length() <= 255).toList();
    }
}
