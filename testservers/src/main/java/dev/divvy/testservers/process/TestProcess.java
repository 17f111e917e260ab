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

/** A program in a process of its own, as its test sees it: it can be told something, stopped, killed, and all that it says is kept. */
public final class TestProcess implements AutoCloseable {

    private static final Duration PATIENCE = Await.LIMIT;
    private static final int TAIL = 150;

    private final String name;
    private final Process process;
    private final Thread reader;

    /** All that it said; guarded by itself. */
    private final List<String> lines = new ArrayList<>();

    private TestProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        this.reader = new Thread(this::read, "output of " + name);
        reader.setDaemon(true);
        reader.start();
    }

    /** Any program. */
    public static TestProcess start(String name, List<String> command, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            return new TestProcess(name, builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name, e);
        }
    }

    /** A main class of these tests, in a small JVM with their class path. */
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
                lines.add("its output ended: " + e);
            }
        }
    }

    public String name() {
        return name;
    }

    public long pid() {
        return process.pid();
    }

    // --- what it said ---

    /** All lines that begin like this, without their beginning. */
    public List<String> said(String beginning) {
        synchronized (lines) {
            return lines.stream()
                    .filter(line -> line.startsWith(beginning))
                    .map(line -> line.substring(beginning.length()))
                    .toList();
        }
    }

    /** Waits until it has said so many lines that begin like this; fails when it ends before. */
    public List<String> awaitSaid(String beginning, int count) {
        // Its last words may be read only after it has ended.
        if (!Await.within(PATIENCE, () -> said(beginning).size() >= count || (ended() && !reader.isAlive()))) {
            throw new AssertionError("waited in vain until " + name + " says \"" + beginning + "\"\n" + tail());
        }
        List<String> all = said(beginning);
        if (all.size() < count) {
            throw new AssertionError(
                    name + " ended with " + process.exitValue() + " before it said \"" + beginning + "\"\n" + tail());
        }
        return all;
    }

    /** Its last words, for messages; what it said again and again is there once. */
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

    // --- what is done to it ---

    public void tell(String line) {
        try {
            OutputStream in = process.getOutputStream();
            in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " does not listen", e);
        }
    }

    /** Makes it stand still: its connections stay, and it answers nobody. Returns when none of its threads runs any more. */
    public void pause() {
        Processes.pause(process.pid());
    }

    public void resume() {
        signal("CONT");
    }

    /** As an orderly shutdown does; returns when it has ended. */
    public void terminate() {
        signal("TERM");
        awaitEnd();
    }

    /** As {@code kill -9} does; returns when it has ended. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    private void signal(String signal) {
        Processes.signal(signal, List.of(process.pid()));
    }

    /** Waits until it has ended by itself, and all that it said is read. */
    public void awaitEnd() {
        awaitEnd(PATIENCE);
    }

    /** As {@link #awaitEnd()}, for at most this long. */
    public void awaitEnd(Duration atMost) {
        try {
            if (!process.waitFor(atMost.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError(name + " does not end\n" + tail());
            }
            reader.join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while " + name + " ends", e);
        }
    }

    public boolean ended() {
        return !process.isAlive();
    }

    /** The code that it ended with. */
    public int exitCode() {
        return process.exitValue();
    }

    /** Ends it in any case, also while it stands still. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
