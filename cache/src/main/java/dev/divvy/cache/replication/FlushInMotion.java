package dev.divvy.cache.replication;

import dev.divvy.cache.cluster.PendingReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A flush of a token that this node owns and does not serve yet, and the replies that wait for it. Used inside the monitor of the token. */
final class FlushInMotion {

    private boolean asked;
    private final List<PendingReply> replies = new ArrayList<>(0);

    void ask() {
        asked = true;
    }

    boolean isAsked() {
        return asked;
    }

    /** Returns a reply that waits for the flush; empty if there is none. */
    Optional<PendingReply> reply() {
        if (!asked) {
            return Optional.empty();
        }
        PendingReply reply = new PendingReply(0);
        replies.add(reply);
        return Optional.of(reply);
    }

    /** The token was flushed: the replies wait for its copies now, if they must. */
    void done(@Nullable PendingReply copies) {
        List<PendingReply> waiting = end();
        if (copies == null) {
            waiting.forEach(reply -> reply.decide(true));
        } else {
            copies.whenDecided(confirmed -> waiting.forEach(reply -> reply.decide(confirmed)));
        }
    }

    /** This node does not serve the token after all. */
    void abandon() {
        end().forEach(reply -> reply.decide(false));
    }

    private List<PendingReply> end() {
        List<PendingReply> waiting = List.copyOf(replies);
        replies.clear();
        asked = false;
        return waiting;
    }
}
