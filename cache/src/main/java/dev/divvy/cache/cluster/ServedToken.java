package dev.divvy.cache.cluster;

import dev.divvy.cache.store.TokenStore;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.Hold;
import org.jspecify.annotations.Nullable;

/**
 * A token that this node serves: its entries, and the hold that makes this node the only one to serve it. Requests run inside the monitor
 * of the store, so that none runs after the token was closed inside it.
 */
public final class ServedToken {

    /** The copies of a token on other nodes, as far as requests must care for them. */
    public interface Copies {

        /** Returns a reply that must wait for the copies; null when it may be sent at once. Called inside the monitor of the store. */
        @Nullable
        PendingReply pendingReply();

        /** Whether there are none, so that no reply waits for them. Called inside the monitor of the store. */
        boolean isAlone();

        /** Returns the number of complete copies. Called inside the monitor of the store. */
        int complete();
    }

    private final int token;
    private final TokenStore store;
    private final Hold hold;
    private final Copies copies;

    /** Written inside the monitor of the store, once. */
    private boolean closed;

    public ServedToken(int token, TokenStore store, Hold hold, Copies copies) {
        this.token = token;
        this.store = store;
        this.hold = hold;
        this.copies = copies;
    }

    public int token() {
        return token;
    }

    public TokenStore store() {
        return store;
    }

    public Fence fence() {
        return hold.fence();
    }

    public Copies copies() {
        return copies;
    }

    /** Whether a request may run now; called inside the monitor of the store. */
    public boolean isOpen() {
        return !closed && !hold.released();
    }

    /** Closes the token: no request runs from now on. Called inside the monitor of the store. */
    public void close() {
        closed = true;
    }
}
