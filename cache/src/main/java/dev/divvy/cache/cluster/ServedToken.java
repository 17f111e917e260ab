package dev.divvy.cache.cluster;

import dev.divvy.cache.store.TokenStore;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.Hold;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A token that this node serves: its entries, and the hold that makes this node the only one to serve it. Requests run inside the monitor
 * of the store, so that none runs after the token was closed inside it.
 */
public final class ServedToken {

    private final int token;
    private final TokenStore store;
    private final Fence fence;
    private final @Nullable Hold hold;

    private final AtomicBoolean transferring = new AtomicBoolean();

    /** Written once, by the thread that releases the token. */
    private volatile boolean released;

    /** Written inside the monitor of the store, once. */
    private boolean closed;

    public ServedToken(int token, TokenStore store, Hold hold) {
        this.token = token;
        this.store = store;
        this.fence = hold.fence();
        this.hold = hold;
    }

    /** Creates a token that was lost before it was served: no request runs, its entries only wait to be transferred. */
    public ServedToken(int token, TokenStore store, Fence fence) {
        this.token = token;
        this.store = store;
        this.fence = fence;
        this.hold = null;
        this.closed = true;
    }

    public int token() {
        return token;
    }

    public TokenStore store() {
        return store;
    }

    public Fence fence() {
        return fence;
    }

    /** Whether a request may run now; called inside the monitor of the store. */
    public boolean isOpen() {
        return !closed && hold != null && !hold.released();
    }

    /** Closes the token: no request runs from now on. Called inside the monitor of the store. */
    public void close() {
        closed = true;
    }

    /** Whether the caller must transfer the token: true for the first call only. */
    public boolean beginTransfer() {
        return transferring.compareAndSet(false, true);
    }

    /** Whether the hold has ended: the entries here are no longer valid. */
    public boolean isHoldEnded() {
        return hold != null && hold.released();
    }

    /** Whether this node has {@link #release released} the token. */
    public boolean isReleased() {
        return released;
    }

    /** Releases the hold: the token was transferred, or its entries were dropped, and the next owner may begin. */
    public void release() {
        released = true;
        if (hold != null) {
            hold.close();
        }
    }
}
