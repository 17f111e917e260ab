package dev.divvy.console.view;

import dev.divvy.allocation.Member;
import dev.divvy.allocation.plan.Change;

/** Parses changes that are planned, as the command line and {@code /api/plan} write them. */
public final class ChangeText {

    private ChangeText() {}

    /**
     * Parses a change of weight.
     *
     * @throws IllegalArgumentException unless the text is {@code MEMBER=WEIGHT}
     */
    public static Change.Weigh weight(String text) {
        String[] words = split(text, "MEMBER=WEIGHT such as n2=3");
        if (!words[1].matches("[0-9]{1,7}") || Integer.parseInt(words[1]) > Member.HEAVIEST) {
            throw new IllegalArgumentException(
                    "'" + words[1] + "' is not a weight, a whole number from 0 to " + Member.HEAVIEST);
        }
        return new Change.Weigh(words[0], Integer.parseInt(words[1]));
    }

    /**
     * Parses a pin.
     *
     * @throws IllegalArgumentException unless the text is {@code PIECE=MEMBER}
     */
    public static Change.Pin pin(String text) {
        String[] words = split(text, "PIECE=MEMBER such as 5=n2");
        return new Change.Pin(words[0], words[1]);
    }

    /** Splits at the last equals sign: names of units may contain others. */
    private static String[] split(String text, String form) {
        int last = text.lastIndexOf('=');
        if (last < 1 || last == text.length() - 1) {
            throw new IllegalArgumentException("'" + text + "' is not " + form);
        }
        return new String[] {text.substring(0, last), text.substring(last + 1)};
    }
}
