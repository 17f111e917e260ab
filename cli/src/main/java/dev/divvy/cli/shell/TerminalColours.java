package dev.divvy.cli.shell;

/**
 * Colours, on a terminal that shows them.
 *
 * @param seen whether there is one
 */
record TerminalColours(boolean seen) {

    private static final int RED = 31;
    private static final int CYAN = 36;

    /** Makes what is down red. */
    String line(String text) {
        return text.replace(ClusterReports.DOWN, failure(ClusterReports.DOWN));
    }

    String failure(String text) {
        return painted(RED, text);
    }

    String prompt(String text) {
        return painted(CYAN, text);
    }

    private String painted(int colour, String text) {
        return seen ? "\033[" + colour + "m" + text + "\033[0m" : text;
    }
}
