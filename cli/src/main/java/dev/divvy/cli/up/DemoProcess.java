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

/** A process of the demo, whose standard input ends when this one does. Used by one thread, but for {@link #stop} and {@link #kill}. */
final class DemoProcess {

    /** After so long the processes that are waited for are named. */
    private static final Duration QUIET_END = Duration.ofSeconds(2);

    private static final Duration LONGEST_END = Duration.ofSeconds(5);
    private static final Duration LONGEST_DEATH = Duration.ofSeconds(2);

    private final String id;
    private final List<String> command;
    private final Map<String, String> environment;
    private volatile Process process;

    /** Written by the thread that reads what the process says. */
    private volatile String lastLine = "";

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
        // The settings of the user's own nodes and workers are not for these.
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

    /** Returns how it ended: by a signal, or with what it said last. */
    String ending() {
        int code = process.exitValue();
        return code > 128 ? "killed by signal " + (code - 128) : "ended with exit code " + code + ": " + lastLine;
    }

    /** Lets all finish at the same time and waits for that; a process that does not finish in time is killed. */
    static void end(List<DemoProcess> all, Consumer<String> told) {
        all.forEach(DemoProcess::stop);
        long began = System.nanoTime();
        List<DemoProcess> slow = alive(all, began + QUIET_END.toNanos());
        if (slow.isEmpty()) {
            return;
        }
        told.accept("waiting for " + names(slow) + "; Ctrl-C again ends " + (slow.size() == 1 ? "it" : "them")
                + " by force");
        List<DemoProcess> stuck = alive(slow, began + LONGEST_END.toNanos());
        if (!stuck.isEmpty()) {
            stuck.forEach(DemoProcess::kill);
            told.accept(names(stuck) + " did not answer and " + (stuck.size() == 1 ? "was" : "were") + " killed");
            alive(stuck, System.nanoTime() + LONGEST_DEATH.toNanos());
        }
    }

    private static String names(List<DemoProcess> processes) {
        return processes.stream().map(DemoProcess::id).collect(Collectors.joining(", "));
    }

    /** Waits for the end of these; returns those that are still there at the deadline. */
    private static List<DemoProcess> alive(List<DemoProcess> awaited, long deadlineNanos) {
        return awaited.stream()
                .filter(process -> !process.awaitEnd(deadlineNanos))
                .toList();
    }

    /** Lets it finish: its input ends; on any thread. */
    void stop() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It is gone already.
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

    /** Ends it by force, also when it is paused; on any thread. */
    void kill() {
        process.destroyForcibly();
    }
}
