package dev.divvy.cache.replication;

import dev.divvy.cache.replication.protocol.OwnerPhase;
import dev.divvy.cache.replication.protocol.TokenReplica;
import dev.divvy.cache.replication.protocol.TokenView;
import dev.divvy.coordination.Hold;
import org.jspecify.annotations.Nullable;

/** The hold of the tenure of a token that this node has gained, or is about to gain. Used inside the monitor of the token. */
final class TenureHold {

    private final TokenReplica<?> replica;

    private @Nullable Hold hold;

    TenureHold(TokenReplica<?> replica) {
        this.replica = replica;
    }

    @Nullable
    Hold get() {
        return hold;
    }

    void replaceBy(Hold next) {
        hold = next;
    }

    /** Whether there is a hold that did not end. */
    boolean runs() {
        return hold != null && !hold.released();
    }

    /** Whether there is a hold that has ended: the grace time is over, or this node was ejected, and the next owner may have begun. */
    boolean isOver() {
        return hold != null && hold.released();
    }

    /** Begins the tenure, if the replica has seen it. */
    void gain(boolean leased) {
        Hold current = hold;
        if (current != null
                && !current.released()
                && replica.owner().phase() == OwnerPhase.NOT_OWNER
                && replica.view().since() == current.fence().epoch()) {
            replica.owner().gain(leased);
        }
    }

    /** Closes the hold when the tenure is over, and will not begin any more. */
    void closeIfUnused(boolean ended) {
        Hold current = hold;
        if (current != null
                && replica.owner().phase() == OwnerPhase.NOT_OWNER
                && (ended || current.released() || !isAwaited(current.fence().epoch()))) {
            current.close();
            hold = null;
        }
    }

    /** Whether this replica has not seen the tenure yet, or could not begin it yet. */
    private boolean isAwaited(long since) {
        TokenView view = replica.view();
        return replica.owner().tenure() != since
                && (view.epoch() < since || (view.isOwner(replica.self()) && view.since() == since));
    }
}
