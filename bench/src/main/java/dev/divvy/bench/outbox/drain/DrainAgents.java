package dev.divvy.bench.outbox.drain;

import dev.divvy.bench.live.Timing;
import dev.divvy.bench.outbox.BenchDatabase;
import dev.divvy.bench.outbox.ChildJvms;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/** The agents of one contestant, each in a JVM of its own. */
final class DrainAgents implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /** A contestant that retries what it lost in a race only after minutes is done when nothing happens for this long. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    private final BenchDatabase database;
    private final DrainKind kind;
    private final ChildJvms jvms = new ChildJvms();
    private final AtomicInteger ready = new AtomicInteger();
    private final AtomicLongArray completed;
    private volatile long lastChange = System.nanoTime();

    DrainAgents(BenchDatabase database, DrainKind kind, int agents, int handlerMillis) throws IOException {
        this.database = database;
        this.kind = kind;
        this.completed = new AtomicLongArray(agents);
        for (int i = 0; i < agents; i++) {
            int number = i;
            jvms.start(
                    "agent-" + i,
                    AgentProcess.class,
                    List.of(
                            kind.name(),
                            "agent-" + i,
                            Integer.toString(agents),
                            Integer.toString(handlerMillis),
                            database.url(),
                            database.user(),
                            database.password()),
                    line -> read(number, line));
        }
        Timing.await("the agents of " + kind.title() + " are ready", TIMEOUT, () -> ready.get() == agents);
    }

    private void read(int agent, String line) {
        if (line.equals(AgentProcess.READY)) {
            ready.incrementAndGet();
        } else {
            completed.set(agent, Long.parseLong(line));
            lastChange = System.nanoTime();
        }
    }

    private long completed() {
        long sum = 0;
        for (int i = 0; i < completed.length(); i++) {
            sum += completed.get(i);
        }
        return sum;
    }

    /** Fills the table, and returns the events that were completed per second, until the last one. */
    double drain(int events) throws Exception {
        long before = completed();
        long began = kind.fill(database, events);
        lastChange = began;
        jvms.send("begin");
        Timing.await(
                kind.title() + " has drained the backlog",
                TIMEOUT,
                () -> completed() - before >= events || (kind == DrainKind.GRUELBOX && isQuiet()));
        return (completed() - before) / Timing.seconds(lastChange - began);
    }

    private boolean isQuiet() {
        return System.nanoTime() - lastChange > QUIET.toNanos();
    }

    @Override
    public void close() {
        jvms.close();
    }
}
