package dev.divvy.cli.up;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A process of the demo, whose standard input ends when this one does. Used by one thread, except for {@link #stop} and {@link #kill}. */
final class DemoProcess {

    /** After this time the user is messages which processes are still running. */
    private static final Duration QUIET_TIME = Duration.ofSeconds(2);

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(2);

    private final String id;
    private final List<String> command;
    private final Map<String, String> environment;
    private volatile Process process;

    /** Written by the thread that reads the output of the process. */
    private volatile String lastLine = "";

    /**
     * Starts a process.
     *
     * @param main the main class
     * @param memory the limit of the heap, in the notation of {@code -Xmx}
     * @param environment the settings that must not be arguments, which every user of this machine can read
     */
    DemoProcess(String id, Class<?> main, String memory, List<String> arguments, Map<String, String> environment) {
        this.id = id;
        this.command = command(main, memory, arguments);
        this.environment = environment;
        this.process = start();
    }

    /** Returns the command line of a Java process that is small and starts fast. */
    private static List<String> command(Class<?> main, String memory, List<String> arguments) {
        String classes = System.getProperty("java.class.path");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Xmx" + memory));
        // With the archive of loaded classes that the launcher puts beside the jar, Java need not load and verify them
        // again.
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
        // The settings of the user's own nodes and workers do not apply to the demo.
        builder.environment().keySet().removeIf(name -> name.matches("DIVVY_(?!LOG$).*"));
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

    /** Returns how it ended: by a signal, or with its exit code and its last line of output. */
    String ending() {
        int code = process.exitValue();
        return code > 128 ? "was killed by signal " + (code - 128) : "exited with code " + code + ": " + lastLine;
    }

    /** Stops all at the same time and waits for their end; a process that does not end in time is killed. */
    static void end(List<DemoProcess> all, Consumer<String> messages) {
        all.forEach(DemoProcess::stop);
        long began = System.nanoTime();
        List<DemoProcess> slow = alive(all, began + QUIET_TIME.toNanos());
        if (slow.isEmpty()) {
            return;
        }
        messages.accept(
                "waiting for " + names(slow) + "; press Ctrl-C again to kill " + (slow.size() == 1 ? "it" : "them"));
        List<DemoProcess> stuck = alive(slow, began + STOP_TIMEOUT.toNanos());
        if (!stuck.isEmpty()) {
            stuck.forEach(DemoProcess::kill);
            messages.accept(
                    names(stuck) + " did not stop in time and " + (stuck.size() == 1 ? "was" : "were") + " killed");
            alive(stuck, System.nanoTime() + KILL_TIMEOUT.toNanos());
        }
    }

    private static String names(List<DemoProcess> processes) {
        return processes.stream().map(DemoProcess::id).collect(Collectors.joining(", "));
    }

    /** Waits for the end of these; returns those that still run at the deadline. */
    private static List<DemoProcess> alive(List<DemoProcess> awaited, long deadlineNanos) {
        return awaited.stream()
                .filter(process -> !process.awaitEnd(deadlineNanos))
                .toList();
    }

    /** Asks it to finish by closing its input; on any thread. */
    void stop() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has ended already.
        }
    }

    private boolean awaitEnd(long deadlineNanos) {
        try {
            return process.waitFor(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Kills it, even when it is paused; on any thread. */
    void kill() {
        process.destroyForcibly();
    }
}
