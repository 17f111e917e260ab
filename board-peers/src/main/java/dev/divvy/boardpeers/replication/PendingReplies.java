package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.request.MeshReply;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * The keeper's answers, in order: each goes out when another node has all weighty changes that it shows. One who was paused finds out
 * here that nobody listens to it any more.
 */
final class PendingReplies {

    record Answer(String to, long number, MeshReply reply, long after) {}

    private final Deque<Answer> waiting = new ArrayDeque<>();
    private long needed;
    private long confirmed;

    /** Of a time as keeper that begins with so many changes: another node must have these first. */
    PendingReplies(long changes) {
        needed = changes;
    }

    /** This change counts only when it is confirmed. */
    void need(long changes) {
        needed = changes;
    }

    void add(String to, long number, MeshReply reply) {
        waiting.add(new Answer(to, number, reply, needed));
    }

    void confirmed(long changes) {
        confirmed = Math.max(confirmed, changes);
    }

    void flush(Consumer<Answer> way) {
        for (Answer first = waiting.peek(); first != null && first.after() <= confirmed; first = waiting.peek()) {
            waiting.remove();
            way.accept(first);
        }
    }
}
