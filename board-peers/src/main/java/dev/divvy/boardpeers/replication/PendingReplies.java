package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.request.MeshReply;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * The primary's replies, in order: each is sent when another node has all changes that need confirmation and that the reply shows. A
 * primary that was paused sends none when the others do not follow it any more.
 */
final class PendingReplies {

    /**
     * A reply that waits.
     *
     * @param version the version of the boards that it shows
     * @param requiredChanges the number of changes that must be confirmed before it is sent
     */
    record PendingReply(String to, long number, StateVersion version, MeshReply reply, long requiredChanges) {}

    private final Deque<PendingReply> waiting = new ArrayDeque<>();
    private long required;
    private long confirmed;

    /** Starts a term with this number of changes: another node must have them before the first reply is sent. */
    PendingReplies(long changes) {
        required = changes;
    }

    /** Makes all later replies wait until another node has this many changes. */
    void require(long changes) {
        required = changes;
    }

    void add(String to, long number, StateVersion version, MeshReply reply) {
        waiting.add(new PendingReply(to, number, version, reply, required));
    }

    void confirm(long changes) {
        confirmed = Math.max(confirmed, changes);
    }

    void flush(Consumer<PendingReply> sender) {
        for (PendingReply first = waiting.peek();
                first != null && first.requiredChanges() <= confirmed;
                first = waiting.peek()) {
            waiting.remove();
            sender.accept(first);
        }
    }
}
