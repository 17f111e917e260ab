package dev.divvy.cli.outbox.relay;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.Reason;
import dev.divvy.cli.terminal.Stop;
import dev.divvy.outbox.event.Handling;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Where events go. What it has taken when the handling returns, the event is completed for. */
public interface Target extends AutoCloseable {

    Handling handling();

    /** What went wrong with the target itself, in a sentence; empty while nothing did. */
    String trouble();

    /** The processor has stopped: who has events in hand that it cannot take gives them back. */
    default void letGo() {}

    @Override
    void close();

    /**
     * The target of this name.
     *
     * @param out where {@code -} goes
     * @param stop asked when the target can take nothing any more
     * @param patience how long one event may take
     */
    static Target named(String name, PrintWriter out, Stop stop, Duration patience) {
        if (name.equals("-")) {
            return new OutputTarget(out, stop);
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
            return new FileTarget(file, stop);
        } catch (IOException e) {
            throw Failure.failed(
                    "cannot write " + name + ": " + Reason.of(e) + "; make its directory or choose another place");
        }
    }
}
