package dev.divvy.cache.replication;

import dev.divvy.cache.cluster.PendingReply;
import dev.divvy.cache.replication.protocol.OwnerPhase;
import dev.divvy.cache.replication.protocol.TokenReplica;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The replies about one token that wait for its copies, in the order of their commands. Used inside the monitor of the token. */
final class WaitingReplies {

    private final TokenReplica<?> replica;
    private final ArrayDeque<PendingReply> waiting = new ArrayDeque<>(1);

    WaitingReplies(TokenReplica<?> replica) {
        this.replica = replica;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Returns a reply that shows the token as it is now; null if the copies have everything. */
    @Nullable
    PendingReply add() {
        long changes = replica.position().sequence();
        if (replica.owner().confirmedChanges() >= changes) {
            return null;
        }
        PendingReply reply = new PendingReply(changes);
        waiting.add(reply);
        return reply;
    }

    /** Lets the replies go that show nothing that a copy lacks; all of them fail when this node does not own the token any more. */
    void decide() {
        if (waiting.isEmpty()) {
            return;
        }
        boolean over = replica.owner().phase() == OwnerPhase.NOT_OWNER;
        long confirmed = replica.owner().confirmedChanges();
        for (PendingReply first = waiting.peek(); first != null; first = waiting.peek()) {
            if (!over && first.changes() > confirmed) {
                return;
            }
            waiting.remove();
            first.decide(!over);
        }
    }
}
