package dev.divvy.outbox.scenario;

import dev.divvy.testservers.process.TestProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A worker in a process of its own, as seen by its test. */
final class WorkerProcess {

    private final String member;
    private final TestProcess process;

    private WorkerProcess(String member, TestProcess process) {
        this.member = member;
        this.process = process;
    }

    static WorkerProcess start(ScenarioDatabase database, WorkerArguments worker, Map<String, String> environment) {
        List<String> arguments = new ArrayList<>(database.arguments());
        arguments.addAll(worker.arguments());
        return new WorkerProcess(
                worker.member(), TestProcess.start(worker.member(), ScenarioWorker.class, arguments, environment));
    }

    String member() {
        return member;
    }

    // --- its output ---

    /** Returns the lines of a kind that it printed, without its name and the kind. */
    List<String> lines(String kind) {
        return process.output(prefix(kind));
    }

    void awaitLine(String kind) {
        process.awaitOutput(prefix(kind), 1);
    }

    private String prefix(String kind) {
        return member + " " + kind + " ";
    }

    /** Returns the number of its completions that were refused until now. */
    long refused() {
        int before = lines("COUNTERS").size();
        send("counters");
        String last = process.awaitOutput(prefix("COUNTERS"), before + 1).get(before);
        return Long.parseLong(last.substring("refused ".length(), last.indexOf(',')));
    }

    String tail() {
        return process.tail();
    }

    // --- control ---

    void send(String line) {
        process.send(line);
    }

    void pause() {
        process.pause();
    }

    void resume() {
        process.resume();
    }

    /** Shuts it down in an orderly way: it closes its processor and ends. */
    void terminate() {
        process.terminate();
        awaitLine("END");
    }

    void kill() {
        process.kill();
    }

    boolean ended() {
        return process.ended();
    }

    /** Ends it in any case, even while it is paused. */
    void end() {
        process.close();
    }
}
