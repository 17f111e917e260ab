package dev.divvy.cli.shell;

/**
 * Colours, where somebody sees them.
 *
 * @param seen whether somebody does
 */
record Paint(boolean seen) {

    private static final String RED = "\033[31m";
    private static final String CYAN = "\033[36m";
    private static final String PLAIN = "\033[0m";

    /** What is down is red. */
    String line(String text) {
        return seen ? text.replace(Entries.DOWN, RED + Entries.DOWN + PLAIN) : text;
    }

    String failure(String text) {
        return seen ? RED + text + PLAIN : text;
    }

    String prompt(String text) {
        return seen ? CYAN + text + PLAIN : text;
    }
}
