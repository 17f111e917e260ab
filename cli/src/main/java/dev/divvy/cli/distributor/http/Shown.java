package dev.divvy.cli.distributor.http;

/** A text of somebody else's, fit to be repeated in a message: short, and without control characters. */
final class Shown {

    private static final int LONGEST = 80;

    private Shown() {}

    static String of(String text) {
        StringBuilder shown = new StringBuilder();
        text.chars().limit(LONGEST).forEach(c -> shown.append(Character.isISOControl(c) ? '?' : (char) c));
        return shown.append(text.length() > LONGEST ? "..." : "").toString();
    }
}
