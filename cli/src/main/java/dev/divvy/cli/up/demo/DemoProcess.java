package dev.divvy.cli.up.demo;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.coordination.support.DaemonThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A process of the demo, whose standard input ends when this one does. Its orders are given under the lock of its {@link Demo}; any thread
 * reads its state, and any thread may kill it.
 */
public final class DemoProcess {

    /** After this time the user is told which processes are still running. */
    private static final Duration QUIET_TIME = Duration.ofSeconds(2);

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(2);

    private final JavaCommand command;
    private volatile Process process;

    /** The time of the last start, in nanoseconds. */
    private volatile long started;

    /** Empty while the process is not paused. */
    private volatile Optional<ProcessPause> pause = Optional.empty();

    /** Whether it was asked to finish. */
    private volatile boolean stopped;

    /** Written by the thread that reads the output of the process. */
    private volatile String lastLine = "";

    /** Starts a process. */
    public DemoProcess(JavaCommand command) {
        this.command = command;
        this.started = System.nanoTime();
        this.process = start();
    }

    private Process start() {
        try {
            Process next = command.start();
            read(next.errorReader(), line -> lastLine = line);
            read(next.inputReader(), command.output());
            return next;
        } catch (IOException e) {
            throw Failure.failed("cannot start " + id() + ": " + e.getMessage());
        }
    }

    private void read(BufferedReader reader, Consumer<String> lines) {
        DaemonThreads.start("divvy-" + id(), () -> reader.lines().forEach(lines));
    }

    void restart() {
        resume();
        stopped = false;
        started = System.nanoTime();
        process = start();
    }

    public String id() {
        return command.id();
    }

    public long pid() {
        return process.pid();
    }

    /** Returns the name and the pid, as in {@code n2 (pid 4711)}. */
    @Override
    public String toString() {
        return id() + " (pid " + pid() + ")";
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public boolean isPaused() {
        return isAlive() && pause.isPresent();
    }

    /** Whether it runs and is not paused, so that it can be expected to answer. */
    public boolean isAwake() {
        return isAlive() && pause.isEmpty();
    }

    /** Whether it was asked to finish, and has not ended in another way. */
    public boolean isStopped() {
        return stopped && (isAlive() || process.exitValue() == 0);
    }

    /** Returns the time of the last start, in nanoseconds. */
    public long started() {
        return started;
    }

    /** Returns how it ended: by a signal, or with its exit code and its last line of output. */
    String ending() {
        int code = process.exitValue();
        return code > 128
                ? "was killed by signal " + (code - 128)
                : stopped && code == 0 ? "has stopped" : "exited with code " + code + ": " + lastLine;
    }

    /** Stops all at the same time and waits for their end; a process that does not end in time is killed. */
    public static void end(List<DemoProcess> all, Consumer<String> messages) {
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

    /** Pauses it. */
    void pause() {
        try {
            pause = Optional.of(ProcessPause.of(pid()));
        } catch (IOException e) {
            throw new IllegalStateException("cannot pause " + this + ": " + e.getMessage(), e);
        }
    }

    /** Continues it if it is paused. */
    void resume() {
        pause.ifPresent(ProcessPause::close);
        pause = Optional.empty();
    }

    /** Asks it to finish by closing its input. A paused process is continued, so that it can. */
    void stop() {
        stopped = true;
        resume();
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has ended already.
        }
    }

    boolean awaitEnd(long deadlineNanos) {
        try {
            return process.waitFor(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Kills it, even when it is paused; on any thread. */
    public void kill() {
        stopped = false;
        process.destroyForcibly();
    }
}
