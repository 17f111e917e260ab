package dev.divvy.cli.report;

import java.util.List;

/** Joins words for people. */
public final class WordList {

    private WordList() {}

    /** Returns {@code a}, {@code a and b}, {@code a, b and c}. */
    public static String of(List<String> words) {
        int last = words.size() - 1;
        return last < 1
                ? String.join("", words)
                : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }
}
