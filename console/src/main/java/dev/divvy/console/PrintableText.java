package dev.divvy.console;

/** Makes a client's text fit to be repeated in a message: short, and without control characters. */
final class PrintableText {

    private static final int LONGEST = 80;

    private PrintableText() {}

    static String of(String text) {
        StringBuilder printable = new StringBuilder();
        text.chars().limit(LONGEST).forEach(c -> printable.append(Character.isISOControl(c) ? '?' : (char) c));
        return printable.append(text.length() > LONGEST ? "..." : "").toString();
    }
}
