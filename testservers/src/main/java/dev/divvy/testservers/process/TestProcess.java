package dev.divvy.testservers.process;

import dev.divvy.testservers.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program in a separate process, controlled by a test: it receives lines, can be paused and killed, and its output is kept. */
public final class TestProcess implements AutoCloseable {

    private static final Duration TIMEOUT = Await.LIMIT;
    private static final int TAIL = 150;

    private final String name;
    private final Process process;
    private final Thread reader;

    /** All lines of output; guarded by itself. */
    private final List<String> lines = new ArrayList<>();

    private TestProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        this.reader = new Thread(this::read, "output of " + name);
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts any program. */
    public static TestProcess start(String name, List<String> command, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            return new TestProcess(name, builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name, e);
        }
    }

    /** Starts a main class of the tests in a small JVM, with the class path of this one. */
    public static TestProcess start(
            String name, Class<?> main, List<String> arguments, Map<String, String> environment) {
        return JavaProcess.of(main, arguments)
                .withHeap(96)
                .withOptions(
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=info", "-Dorg.slf4j.simpleLogger.showDateTime=true")
                .withEnvironment(environment)
                .start(name);
    }

    private void read() {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                synchronized (lines) {
                    lines.add(line);
                }
            }
        } catch (IOException e) {
            synchronized (lines) {
                lines.add("reading its output failed: " + e);
            }
        }
    }

    public String name() {
        return name;
    }

    public long pid() {
        return process.pid();
    }

    // --- output ---

    /** Returns the lines of output with this prefix, without the prefix. */
    public List<String> output(String prefix) {
        synchronized (lines) {
            return lines.stream()
                    .filter(line -> line.startsWith(prefix))
                    .map(line -> line.substring(prefix.length()))
                    .toList();
        }
    }

    /** Waits until it has printed this many lines with this prefix; fails when it ends before. */
    public List<String> awaitOutput(String prefix, int count) {
        // Its last output may be read only after it has ended.
        if (!Await.within(TIMEOUT, () -> output(prefix).size() >= count || (ended() && !reader.isAlive()))) {
            throw new AssertionError(name + " did not print \"" + prefix + "\" in time\n" + tail());
        }
        List<String> all = output(prefix);
        if (all.size() < count) {
            throw new AssertionError(
                    name + " ended with " + process.exitValue() + " before it printed \"" + prefix + "\"\n" + tail());
        }
        return all;
    }

    /** Returns its last lines of output, for messages, without consecutive repetitions. */
    public String tail() {
        List<String> last = new ArrayList<>();
        synchronized (lines) {
            for (int i = lines.size() - 1; i >= 0 && last.size() < TAIL; i--) {
                if (i == 0 || !lines.get(i).equals(lines.get(i - 1))) {
                    last.add(0, lines.get(i));
                }
            }
        }
        return "--- " + name + ", process " + process.pid() + (ended() ? ", ended" : "") + "\n"
                + String.join("\n", last) + "\n";
    }

    // --- control ---

    public void send(String line) {
        try {
            OutputStream in = process.getOutputStream();
            in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " does not read its standard input", e);
        }
    }

    /** Pauses it: its connections stay open, and it answers no request. Returns when all of its threads are stopped. */
    public void pause() {
        Processes.pause(process.pid());
    }

    public void resume() {
        signal("CONT");
    }

    /** Sends SIGTERM, and returns when it has ended. */
    public void terminate() {
        beginTerminate();
        awaitEnd();
    }

    /** Sends SIGTERM. */
    public void beginTerminate() {
        signal("TERM");
    }

    /** Kills it, as {@code kill -9} does, and returns when it has ended. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    private void signal(String signal) {
        Processes.signal(signal, List.of(process.pid()));
    }

    /** Waits until it has ended by itself, and all of its output is read. */
    public void awaitEnd() {
        awaitEnd(TIMEOUT);
    }

    /** Like {@link #awaitEnd()}, with this timeout. */
    public void awaitEnd(Duration timeout) {
        try {
            if (!process.waitFor(timeout.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError(name + " did not end in time\n" + tail());
            }
            reader.join(TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while " + name + " ends", e);
        }
    }

    public boolean ended() {
        return !process.isAlive();
    }

    /** Returns its exit code. */
    public int exitCode() {
        return process.exitValue();
    }

    /** Kills it, even while it is paused. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
