package dev.divvy.boardpeers.replication;

import java.util.List;

/** The state that all roles of a node share: its id, its view, the current time, and its output. {@link MeshNode} is the only writer. */
final class MeshContext {

    private final String self;
    private final MeshLimits limits;
    private final MeshOutput output;
    private MeshView view;
    private long now;

    MeshContext(String self, MeshLimits limits, MeshOutput output) {
        this.self = self;
        this.limits = limits;
        this.output = output;
        this.view = new MeshView(-1, List.of(self), false);
    }

    void setView(MeshView next) {
        view = next;
    }

    void setNow(long time) {
        now = time;
    }

    String self() {
        return self;
    }

    MeshLimits limits() {
        return limits;
    }

    MeshOutput output() {
        return output;
    }

    MeshView view() {
        return view;
    }

    /** Returns the time of the event that is being handled. */
    long now() {
        return now;
    }

    List<String> others() {
        return view.nodes().stream().filter(node -> !node.equals(self)).toList();
    }

    void send(String node, MeshMessage message) {
        output.send(node, message);
    }

    void sendToOthers(MeshMessage message) {
        others().forEach(node -> output.send(node, message));
    }
}
