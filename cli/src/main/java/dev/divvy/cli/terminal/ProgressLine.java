package dev.divvy.cli.terminal;

import java.io.Console;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

/** The line at the bottom of a terminal that says how far a long run is, and is gone when it ends. Nothing where nobody watches. */
public final class ProgressLine {

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(200);

    private final PrintWriter err;
    private final boolean watched;
    private long shown = System.nanoTime();
    private int width;

    public ProgressLine(PrintWriter err) {
        this.err = err;
        this.watched = isInteractive();
    }

    /** Shows this share of the whole, at most a few times a second. */
    public void progress(String what, long done, long of) {
        if (!watched || System.nanoTime() - shown < PAUSE) {
            return;
        }
        shown = System.nanoTime();
        String line = String.format("%3d %%  %s", 100 * done / of, what);
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

    /** From JDK 22 on there can be a console without a terminal; the method that tells is newer than the Java we compile for. */
    @SuppressWarnings("SystemConsoleNull") // null up to JDK 21; asked further below from 22 on
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
