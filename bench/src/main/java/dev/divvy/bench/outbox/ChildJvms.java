package dev.divvy.bench.outbox;

import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.testservers.process.JavaProcess;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** JVMs that are measured, whose lines of output are read as they come. None outlives this JVM. */
public final class ChildJvms implements AutoCloseable {

    private static final int HEAP_MEGABYTES = 256;

    private final Map<String, Child> running = new ConcurrentHashMap<>();
    private final Thread atExit = new Thread(this::killAll, "divvy-bench-processes");

    private record Child(Process process, BufferedWriter input) {}

    public ChildJvms() {
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Starts a main class, and passes each line of its output to the reader, on a thread of its own. */
    public void start(String id, Class<?> main, List<String> arguments, Consumer<String> reader) throws IOException {
        List<String> command = JavaProcess.atFullSpeed(main, arguments)
                .withHeap(HEAP_MEGABYTES)
                .command();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        running.put(id, new Child(process, process.outputWriter(StandardCharsets.UTF_8)));
        DaemonThreads.start("divvy-bench-output", () -> read(process, reader));
    }

    private static void read(Process process, Consumer<String> reader) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                reader.accept(line);
            }
        } catch (IOException e) {
            // It was killed in the middle of a line.
        }
    }

    /** Sends a line to all. */
    public void send(String line) {
        for (Child child : running.values()) {
            try {
                child.input().write(line + "\n");
                child.input().flush();
            } catch (IOException e) {
                throw new UncheckedIOException("a process has ended", e);
            }
        }
    }

    /** Kills a process, as {@code kill -9} does. */
    public void kill(String id) throws InterruptedException {
        Child child = running.remove(id);
        if (child == null) {
            throw new IllegalArgumentException("there is no process " + id);
        }
        child.process().destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }

    private void killAll() {
        running.values().forEach(child -> child.process().destroyForcibly());
    }

    @Override
    public void close() {
        killAll();
        running.clear();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }
}
