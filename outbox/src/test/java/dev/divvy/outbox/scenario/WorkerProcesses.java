package dev.divvy.outbox.scenario;

import dev.divvy.testservers.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** All workers of a scenario, including those that have ended. Used by one thread; closing ends every process. */
final class WorkerProcesses implements AutoCloseable {

    private final ScenarioDatabase database;
    private final Scenario scenario;
    private final List<WorkerProcess> all = new ArrayList<>();
    private final Thread atExit = new Thread(this::endAll);

    WorkerProcesses(ScenarioDatabase database, Scenario scenario) {
        this.database = database;
        this.scenario = scenario;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    ScenarioDatabase database() {
        return database;
    }

    /** Starts a worker, and returns before it is ready. */
    synchronized WorkerProcess join() throws IOException {
        int number = all.size() + 1;
        Map<String, String> environment = scenario.clocks().environment(number);
        WorkerArguments arguments =
                new WorkerArguments("m" + number, scenario.inside(), scenario.pulse(), scenario.expiration());
        WorkerProcess worker = WorkerProcess.start(database, arguments, environment);
        all.add(worker);
        return worker;
    }

    /** Starts several workers, and waits until all are ready. */
    void join(int count) throws Exception {
        List<WorkerProcess> started = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            started.add(join());
        }
        for (WorkerProcess worker : started) {
            worker.awaitLine("READY");
        }
    }

    synchronized List<WorkerProcess> running() {
        return all.stream().filter(worker -> !worker.ended()).toList();
    }

    synchronized List<WorkerProcess> all() {
        return List.copyOf(all);
    }

    /** Waits for a worker that is held at this gate, other than the given one. */
    WorkerProcess awaitHeld(String gate, Optional<WorkerProcess> other) throws Exception {
        Await.until(
                "a worker reaches " + gate,
                Duration.ofMinutes(1),
                () -> held(gate, other).isPresent());
        return held(gate, other).orElseThrow();
    }

    /** Returns the epoch of the fence with which a worker was first held at this gate. */
    long epochHeld(String gate, WorkerProcess worker) {
        return worker.lines("HELD").stream()
                .filter(line -> line.startsWith(gate + " "))
                .mapToLong(line -> Long.parseLong(line.substring(gate.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    Optional<WorkerProcess> held(String gate, Optional<WorkerProcess> other) {
        return running().stream()
                .filter(worker -> other.isEmpty() || worker != other.get())
                .filter(worker -> worker.lines("HELD").stream().anyMatch(line -> line.startsWith(gate + " ")))
                .findFirst();
    }

    String tails() {
        return all().stream().map(WorkerProcess::tail).collect(Collectors.joining("\n"));
    }

    private synchronized void endAll() {
        all.forEach(WorkerProcess::end);
    }

    @Override
    public void close() {
        endAll();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook ends all processes.
        }
    }
}
