package dev.divvy.outbox.scenario;

import dev.divvy.testservers.process.TestProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A worker in a process of its own, as its test sees it. */
final class Child {

    private final String member;
    private final TestProcess process;

    private Child(String member, TestProcess process) {
        this.member = member;
        this.process = process;
    }

    static Child start(Place place, Orders orders, Map<String, String> environment) {
        List<String> words = new ArrayList<>(place.words());
        words.addAll(orders.words());
        return new Child(orders.member(), TestProcess.start(orders.member(), ScenarioWorker.class, words, environment));
    }

    String member() {
        return member;
    }

    // --- what it said ---

    /** What it said of this kind, without its name and the kind. */
    List<String> said(String kind) {
        return process.said(beginning(kind));
    }

    void awaitSaid(String kind) {
        process.awaitSaid(beginning(kind), 1);
    }

    private String beginning(String kind) {
        return member + " " + kind + " ";
    }

    /** How many completions were refused to it until now. */
    long refused() {
        int before = said("COUNTERS").size();
        tell("counters");
        String last = process.awaitSaid(beginning("COUNTERS"), before + 1).get(before);
        return Long.parseLong(last.substring("refused ".length(), last.indexOf(',')));
    }

    String tail() {
        return process.tail();
    }

    // --- what is done to it ---

    void tell(String line) {
        process.tell(line);
    }

    void standStill() {
        process.pause();
    }

    void goOn() {
        process.resume();
    }

    /** As an orderly shutdown does: it closes, and ends. */
    void leave() {
        process.terminate();
        awaitSaid("END");
    }

    void kill() {
        process.kill();
    }

    boolean ended() {
        return process.ended();
    }

    /** Ends it in any case, also while it stands still. */
    void end() {
        process.close();
    }
}
