package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.Heal;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** The state that all roles of a node share: its id, its view, the current time, the age of its boards, and its output. */
final class MeshContext {

    private final String self;
    private final MeshLimits limits;
    private final MeshOutput output;
    private final ContactTracker contacts = new ContactTracker();

    /** The sides of splits whose ends this node knows of. */
    private final Set<String> knownEnds = new HashSet<>();

    private OptionalLong apartSince = OptionalLong.empty();
    private MeshView view;
    private OptionalLong lastEvent = OptionalLong.empty();

    /** When this node resumed after its last pause. */
    private OptionalLong resumedAt = OptionalLong.empty();

    private long now;

    /** When the first board was created, by the clock of this node. */
    private long foundedAt;

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
        long pause = limits.mergeTimeout().toNanos() / 2;
        if (lastEvent.isPresent() && time - lastEvent.getAsLong() > pause) {
            resumedAt = OptionalLong.of(time);
        }
        lastEvent = OptionalLong.of(time);
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

    /** Records the age of the boards that this node has taken from another one, or has created. */
    void setAge(long age) {
        foundedAt = now - age;
    }

    /** Returns the time since the first board of this node's copy was created. */
    long age() {
        return now - foundedAt;
    }

    /**
     * Whether this node decides alone. One that has just been paused may have lost the others only because they did not hear of it: it waits
     * for a merge with them, since they may have gone on without it.
     */
    boolean isAlone() {
        boolean resumed = resumedAt.isPresent()
                && now - resumedAt.getAsLong()
                        < limits.mergeTimeout().multipliedBy(3).toNanos();
        return view.nodes().size() == 1 && !(resumed && contacts.apartSince().isPresent());
    }

    // --- splits ---

    ContactTracker contacts() {
        return contacts;
    }

    /** Tells since when this node has been apart from others, if that changed. */
    void reportApart() {
        if (!contacts.apartSince().equals(apartSince)) {
            apartSince = contacts.apartSince();
            output.apart(apartSince);
        }
    }

    /** These nodes share one history with this one. */
    void reunited(List<String> nodes) {
        contacts.reunited(nodes);
        reportApart();
    }

    /**
     * Tells that sides of a split have become one, unless this node knows it already.
     *
     * @param ended the sides whose histories ended
     * @param own the copy of this node before
     */
    void healed(boolean lost, String continued, List<String> ended, ReplicatedBoards own) {
        List<String> news =
                ended.stream().filter(side -> !knownEnds.contains(side)).toList();
        knownEnds.addAll(ended);
        if (!news.isEmpty()) {
            output.healed(new Heal(lost, continued, news, apartSince(continued, own)));
        }
    }

    /**
     * Returns since when this node was apart from the other side. A node that was merely paused has lost no other from its view: the primary
     * of the other side is still among those that share its history.
     */
    private OptionalLong apartSince(String continued, ReplicatedBoards own) {
        OptionalLong time = contacts.apartSince(view.nodes());
        String primary = new StateVersion(continued, 0).primary();
        return time.isEmpty() && own.viewNodes().contains(primary) ? contacts.lastSeen(primary) : time;
    }

    /** Records sides whose histories ended before this node had a copy. */
    void endedBefore(List<String> sides) {
        knownEnds.addAll(sides);
    }

    // --- messages ---

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
