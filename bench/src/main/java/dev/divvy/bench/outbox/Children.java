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

/** Processors in JVMs of their own, and who handled an event of which entity last. None outlives this JVM. */
final class Children implements AutoCloseable {

    private final Database database;
    private final Map<String, Process> living = new ConcurrentHashMap<>();
    private final Map<String, Handled> last = new ConcurrentHashMap<>();
    private final Thread atExit = new Thread(this::killAll, "divvy-bench-children");

    /** Who handled an event of an entity, and when. */
    record Handled(String child, long nanoTime) {}

    Children(Database database) {
        this.database = database;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    void start(String id) throws IOException {
        List<String> arguments = List.of(id, database.url(), database.user(), database.password());
        List<String> command =
                JavaProcess.atFullSpeed(Child.class, arguments).withHeap(256).command();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        living.put(id, process);
        DaemonThreads.start("divvy-bench-listener", () -> listen(id, process));
    }

    private void listen(String id, Process process) {
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

    /** As {@code kill -9} does. */
    void kill(String id) throws InterruptedException {
        Process process = living.remove(id);
        if (process == null) {
            throw new IllegalArgumentException("there is no child " + id);
        }
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }

    private void killAll() {
        living.values().forEach(Process::destroyForcibly);
    }

    @Override
    public void close() {
        killAll();
        living.clear();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }
}
