package dev.divvy.cache.replication.protocol;

import dev.divvy.cache.replication.protocol.ReplicaMessage.Released;

/**
 * R7: the end of a tenure in order. The owner serves until the next one has everything, then closes the token, and releases it when no reply
 * waits any more.
 *
 * @param <C> a change, as a value
 */
public final class Releasing<C> {

    private final TokenReplica<C> local;
    private final TokenOwner<C> owner;

    Releasing(TokenReplica<C> local, TokenOwner<C> owner) {
        this.local = local;
        this.owner = owner;
    }

    /** Whether the next owner has everything, so that a token that was lost can be closed for the shortest time. */
    public boolean isNextOwnerReady() {
        return local.view
                .owner()
                .map(next -> next.equals(local.self) || owner.others.isConfirmed(next))
                .orElse(true);
    }

    /** Closes a token that was lost: no request runs from now on. */
    public void close() {
        if (owner.phase == OwnerPhase.SERVING) {
            owner.phase = OwnerPhase.CLOSED;
        }
    }

    /** Releases a closed token, and tells the next owner. The entries stay until that one says that they are not needed. */
    public void release() {
        if (owner.phase == OwnerPhase.CLOSED) {
            tellNextOwner();
            owner.phase = OwnerPhase.NOT_OWNER;
            owner.others.clear();
            if (!local.rules.keepsAfterRelease()) {
                local.forget();
            }
        }
    }

    void tellNextOwner() {
        local.view
                .owner()
                .filter(owner.others::isConfirmed)
                .ifPresent(next -> owner.send(next, owner.others.open(next), new Released<>()));
    }
}
