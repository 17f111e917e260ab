package dev.divvy.cli.terminal;

import java.util.List;

/**
 * Colours for a terminal.
 *
 * @param shown whether the output is a terminal that shows colours
 */
public record TerminalColours(boolean shown) {

    private static final int RED = 31;
    private static final int CYAN = 36;
    private static final int BOLD = 1;

    /** Easy to tell apart on a dark and on a light background: green, yellow, blue, magenta, cyan, and their bright forms. */
    private static final List<Integer> MEMBERS = List.of(32, 33, 34, 35, 36, 92, 93, 94, 95, 96);

    /** Returns the colours of a terminal; none if the output is not a terminal or NO_COLOR is set. */
    public static TerminalColours of(boolean terminal) {
        return new TerminalColours(terminal && System.getenv("NO_COLOR") == null);
    }

    public String failure(String text) {
        return painted(RED, text);
    }

    public String prompt(String text) {
        return painted(CYAN, text);
    }

    public String heading(String text) {
        return painted(BOLD, text);
    }

    /** Returns the text in the colour of the member with this index. */
    public String member(int index, String text) {
        return painted(MEMBERS.get(index % MEMBERS.size()), text);
    }

    private String painted(int code, String text) {
        return shown ? "\033[" + code + "m" + text + "\033[0m" : text;
    }
}
