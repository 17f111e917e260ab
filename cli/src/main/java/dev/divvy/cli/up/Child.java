package dev.divvy.cli.up;

import dev.divvy.cli.terminal.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of its own, whose standard input ends when this one does. Used by one thread, but for {@link #kill}. */
final class Child {

    private final String id;
    private final Launch launch;
    private final Path log;
    private final Tally tally;
    private volatile Process process;

    /** Whether this life of it was ever seen at work. */
    private boolean seen;

    Child(String id, Path folder, Launch launch) {
        this.id = id;
        this.launch = launch;
        this.log = folder.resolve(id + ".log");
        this.tally = new Tally(record(folder, id));
        this.process = begin();
    }

    /** Where it writes down what it did, one line each. */
    static Path record(Path folder, String id) {
        return folder.resolve(id + ".jsonl");
    }

    private Process begin() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder command = new ProcessBuilder(launch.words(java))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        command.environment().putAll(launch.environment());
        try {
            return command.start();
        } catch (IOException e) {
            throw Failure.failed("cannot start " + id + ": " + e.getMessage());
        }
    }

    String id() {
        return id;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** It is at work. */
    void see() {
        seen = true;
    }

    boolean wasSeen() {
        return seen;
    }

    /** What it has done, in all its lives. */
    long handled() {
        return tally.count();
    }

    /** How it ended: by a signal, or with what it said last. */
    String ending() {
        int code = process.exitValue();
        if (code > 128) {
            return "killed by signal " + (code - 128);
        }
        return "ended with exit code " + code + lastLine();
    }

    private String lastLine() {
        try {
            List<String> lines = Files.readAllLines(log);
            return lines.isEmpty() ? "" : ": " + lines.get(lines.size() - 1);
        } catch (IOException e) {
            return "";
        }
    }

    void startAnew() {
        seen = false;
        process = begin();
    }

    /** Lets it finish: its input ends. */
    void stop() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It is gone already.
        }
    }

    /** Waits for its end until then; answers whether it came. */
    boolean awaitEnd(long deadlineNanos) {
        try {
            return process.waitFor(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends it by force, also when it stands still; on any thread. */
    void kill() {
        process.destroyForcibly();
    }
}
