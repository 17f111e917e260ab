package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.report.Numbers;

/** Words that the commands share. */
final class Which {

    static final String LIST = "Which list. Default: the one that the settings below name.";

    private Which() {}

    static String were(int count) {
        return Numbers.whole(count) + (count == 1 ? " was " : " were ");
    }

    /** A name of somebody else's, fit for a terminal. */
    static String printable(String name) {
        StringBuilder text = new StringBuilder();
        name.chars().forEach(c -> text.append(Character.isISOControl(c) ? '?' : (char) c));
        return text.toString();
    }
}
