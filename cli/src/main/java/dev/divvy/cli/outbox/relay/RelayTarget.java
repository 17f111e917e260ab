package dev.divvy.cli.outbox.relay;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.FileErrorText;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.outbox.event.HandlingMode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A destination of events. An event is completed when the handling returns. */
public interface RelayTarget extends AutoCloseable {

    HandlingMode handling();

    /** Returns the problem with the target itself, as a sentence; empty while there is none. */
    default String problem() {
        return "";
    }

    /** Releases the events in progress that could not be written: the processor has stopped. */
    default void release() {}

    @Override
    default void close() {}

    /**
     * Opens the target of this name.
     *
     * @param out the output for {@code -}
     * @param stop asked to stop when the target can take no more events
     * @param timeout the longest time per event
     * @param kafkaConfig a file with settings of Kafka's producer
     */
    static RelayTarget named(
            String name, PrintWriter out, StopSignal stop, Duration timeout, Optional<Path> kafkaConfig) {
        if (name.regionMatches(true, 0, KafkaTarget.SCHEME, 0, KafkaTarget.SCHEME.length())) {
            return new KafkaTarget(name, kafkaConfig);
        }
        if (kafkaConfig.isPresent()) {
            throw Failure.wrongUsage("--kafka-config needs --to kafka://host:port/topic");
        }
        if (name.equals("-")) {
            return new LineTarget(lines -> print(out, lines), stop);
        }
        if (name.matches("(?i)https?:.*")) {
            return new HttpTarget(name, timeout);
        }
        if (name.isBlank() || name.matches("[A-Za-z][-+.A-Za-z0-9]*://.*")) {
            throw Failure.wrongUsage("--to '" + name
                    + "' is not a target; give a file, -, http(s)://host:port/path or kafka://host:port/topic");
        }
        Path file = Path.of(name);
        if (Files.isDirectory(file)) {
            throw Failure.failed("cannot write " + name + ": it is a directory; name a file in it");
        }
        try {
            return new LineTarget(new AppendedFile(file), stop);
        } catch (IOException e) {
            throw Failure.failed("cannot write " + name + ": " + FileErrorText.of(e)
                    + "; create its directory or choose another file");
        }
    }

    private static void print(PrintWriter out, String lines) throws IOException {
        out.print(lines);
        // checkError flushes first.
        if (out.checkError()) {
            throw new IOException("the output was closed by its reader");
        }
    }
}
