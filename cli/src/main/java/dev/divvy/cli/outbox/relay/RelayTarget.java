package dev.divvy.cli.outbox.relay;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.FileErrorText;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.outbox.event.Handling;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Where events go. An event is completed when the handling returns. */
public interface RelayTarget extends AutoCloseable {

    Handling handling();

    /** Returns what went wrong with the target itself, as a sentence; empty while nothing did. */
    default String trouble() {
        return "";
    }

    /** Gives back the events that are in hand and cannot be taken: the processor has stopped. */
    default void letGo() {}

    @Override
    default void close() {}

    /**
     * Opens the target of this name.
     *
     * @param out where {@code -} goes
     * @param stop asked when the target can take nothing any more
     * @param patience how long one event may take
     */
    static RelayTarget named(String name, PrintWriter out, StopSignal stop, Duration patience) {
        if (name.equals("-")) {
            return new LineTarget(lines -> print(out, lines), stop);
        }
        if (name.matches("(?i)https?:.*")) {
            return new HttpTarget(name, patience);
        }
        if (name.isBlank() || name.matches("[A-Za-z][-+.A-Za-z0-9]*://.*")) {
            throw Failure.wrongUsage("--to '" + name + "' is no target; name a file, - or http://host:port/path");
        }
        Path file = Path.of(name);
        if (Files.isDirectory(file)) {
            throw Failure.failed("cannot write " + name + ": it is a directory; name a file in it");
        }
        try {
            return new LineTarget(new AppendedFile(file), stop);
        } catch (IOException e) {
            throw Failure.failed("cannot write " + name + ": " + FileErrorText.of(e)
                    + "; make its directory or choose another place");
        }
    }

    private static void print(PrintWriter out, String lines) throws IOException {
        out.print(lines);
        // Flushes first.
        if (out.checkError()) {
            throw new IOException("the reader of the output went away");
        }
    }
}
