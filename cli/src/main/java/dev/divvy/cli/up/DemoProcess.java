package dev.divvy.cli.up;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process of the demo, whose standard input ends when this one does. Used by one thread, but for {@link #kill}. */
final class DemoProcess {

    private final String id;
    private final List<String> command;
    private final Map<String, String> environment;
    private volatile Process process;

    /** Written by the thread that reads what the process says. */
    private volatile String lastLine = "";

    /** Whether this life of it was ever seen at work. */
    private boolean seen;

    /**
     * Starts one.
     *
     * @param main the class that is run
     * @param memory the most of it, as Java takes it
     * @param environment what is not given as an argument, which everyone on this machine could read
     */
    DemoProcess(String id, Class<?> main, String memory, List<String> arguments, Map<String, String> environment) {
        this.id = id;
        this.command = command(main, memory, arguments);
        this.environment = environment;
        this.process = start();
    }

    /** Returns the command line: small and quick to start. */
    private static List<String> command(Class<?> main, String memory, List<String> arguments) {
        String classes = System.getProperty("java.class.path");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Xmx" + memory));
        // Where the launcher laid an archive of loaded classes beside the jar, Java need not read and check them again.
        Path archive = Path.of(classes).resolveSibling("divvy.jsa");
        if (Files.exists(archive)) {
            command.addAll(List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:disable", "-Xlog:all=error:stderr"));
        }
        command.addAll(List.of("-cp", classes, main.getName()));
        command.addAll(arguments);
        return command;
    }

    private Process start() {
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        try {
            Process started = builder.start();
            DaemonThreads.start(
                    "divvy-" + id, () -> started.errorReader().lines().forEach(line -> lastLine = line));
            return started;
        } catch (IOException e) {
            throw Failure.failed("cannot start " + id + ": " + e.getMessage());
        }
    }

    void restart() {
        seen = false;
        process = start();
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

    /** Remembers that it was seen at work. */
    void see() {
        seen = true;
    }

    boolean wasSeen() {
        return seen;
    }

    /** Returns how it ended: by a signal, or with what it said last. */
    String ending() {
        int code = process.exitValue();
        return code > 128 ? "killed by signal " + (code - 128) : "ended with exit code " + code + ": " + lastLine;
    }

    /** Lets it finish: its input ends. */
    void stop() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It is gone already.
        }
    }

    /** Waits for its end until then; returns whether it came. */
    boolean awaitEnd(long deadlineNanos) {
        try {
            return process.waitFor(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends it by force, also when it is paused; on any thread. */
    void kill() {
        process.destroyForcibly();
    }
}
