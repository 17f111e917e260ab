package dev.divvy.bench.outbox;

import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.testservers.process.JavaProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Processors in separate JVMs, and the last handled event of each entity. No process outlives this JVM. */
final class ProcessorProcesses implements AutoCloseable {

    private final BenchDatabase database;
    private final Map<String, Process> running = new ConcurrentHashMap<>();
    private final Map<String, Handled> last = new ConcurrentHashMap<>();
    private final Thread atExit = new Thread(this::killAll, "divvy-bench-processes");

    /** The processor that handled an event, and the time. */
    record Handled(String processor, long nanoTime) {}

    ProcessorProcesses(BenchDatabase database) {
        this.database = database;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    void start(String id) throws IOException {
        List<String> arguments = List.of(id, database.url(), database.user(), database.password());
        List<String> command = JavaProcess.atFullSpeed(ProcessorProcess.class, arguments)
                .withHeap(256)
                .command();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        running.put(id, process);
        DaemonThreads.start("divvy-bench-output", () -> readOutput(id, process));
    }

    private void readOutput(String id, Process process) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String entity = lines.readLine(); entity != null; entity = lines.readLine()) {
                last.put(entity, new Handled(id, System.nanoTime()));
            }
        } catch (IOException e) {
            // It was killed in the middle of a line.
        }
    }

    Map<String, Handled> last() {
        return last;
    }

    /** Kills a process, as {@code kill -9} does. */
    void kill(String id) throws InterruptedException {
        Process process = running.remove(id);
        if (process == null) {
            throw new IllegalArgumentException("there is no processor " + id);
        }
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }

    private void killAll() {
        running.values().forEach(Process::destroyForcibly);
    }

    @Override
    public void close() {
        killAll();
        running.clear();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }
}
