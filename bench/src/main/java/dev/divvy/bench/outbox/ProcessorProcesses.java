package dev.divvy.bench.outbox;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Processors in separate JVMs, and the last handled event of each entity. */
final class ProcessorProcesses implements AutoCloseable {

    private final BenchDatabase database;
    private final ChildJvms jvms = new ChildJvms();
    private final Map<String, Handled> last = new ConcurrentHashMap<>();

    /** The processor that handled an event, and the time. */
    record Handled(String processor, long nanoTime) {}

    ProcessorProcesses(BenchDatabase database) {
        this.database = database;
    }

    void start(String id) throws IOException {
        jvms.start(
                id,
                ProcessorProcess.class,
                List.of(id, database.url(), database.user(), database.password()),
                entity -> last.put(entity, new Handled(id, System.nanoTime())));
    }

    Map<String, Handled> last() {
        return last;
    }

    /** Kills a process, as {@code kill -9} does. */
    void kill(String id) throws InterruptedException {
        jvms.kill(id);
    }

    @Override
    public void close() {
        jvms.close();
    }
}
