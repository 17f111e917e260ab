package dev.divvy.cli.terminal;

import java.io.PrintWriter;
import java.util.List;

/** Lines that are drawn again and again in the same place of a terminal. */
public final class Screen {

    private static final String UP = "\033[%dA";
    private static final String CLEAR_LINE = "\033[K";
    private static final String CLEAR_BELOW = "\033[J";

    private final PrintWriter out;
    private int drawn;

    public Screen(PrintWriter out) {
        this.out = out;
    }

    /** Draws these lines where the last ones were; each must fit into the terminal's width. */
    public void draw(List<String> lines) {
        if (drawn > 0) {
            out.print(String.format(UP, drawn));
        }
        lines.forEach(line -> out.print(line + CLEAR_LINE + "\n"));
        out.print(CLEAR_BELOW);
        out.flush();
        drawn = lines.size();
    }

    /** Prints a line that stays; what is drawn goes on below it. */
    public void say(String line) {
        if (drawn > 0) {
            out.print(String.format(UP, drawn) + CLEAR_BELOW);
            drawn = 0;
        }
        out.println(line);
        out.flush();
    }
}
