package dev.divvy.console.http;

/** Prepares a client's text for use in a message: shortens it, and replaces control characters. */
final class PrintableText {

    private static final int MAX_LENGTH = 80;

    private PrintableText() {}

    static String of(String text) {
        StringBuilder printable = new StringBuilder();
        text.chars().limit(MAX_LENGTH).forEach(c -> printable.append(Character.isISOControl(c) ? '?' : (char) c));
        return printable.append(text.length() > MAX_LENGTH ? "..." : "").toString();
    }
}
