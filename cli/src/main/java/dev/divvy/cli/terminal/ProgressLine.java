package dev.divvy.cli.terminal;

import java.io.Console;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

/** A line at the bottom of a terminal that shows the progress of a long run and is erased at its end; nothing where there is no terminal. */
public final class ProgressLine {

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(200);

    private final PrintWriter err;
    private final boolean interactive;
    private long shown = System.nanoTime();
    private int width;

    public ProgressLine(PrintWriter err) {
        this.err = err;
        this.interactive = isInteractive();
    }

    /** Shows the share that is done, at most five times per second. */
    public void progress(String label, long done, long total) {
        progress(String.format("%3d %%  %s", 100 * done / total, label));
    }

    /** Shows a line, at most five times per second. */
    public void progress(String line) {
        if (!interactive || System.nanoTime() - shown < PAUSE) {
            return;
        }
        shown = System.nanoTime();
        err.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
        err.flush();
        width = line.length();
    }

    public void clear() {
        if (width > 0) {
            err.print("\r" + " ".repeat(width) + "\r");
            err.flush();
            width = 0;
        }
    }

    /** Whether a person watches. From JDK 22 on there can be a console without a terminal; the method that tells is newer than Java 17. */
    @SuppressWarnings("SystemConsoleNull") // null up to JDK 21; isTerminal decides from 22 on
    public static boolean isInteractive() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException olderJava) {
            return true;
        }
    }
}
