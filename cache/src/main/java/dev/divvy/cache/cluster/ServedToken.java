package dev.divvy.cache.cluster;

import dev.divvy.cache.store.TokenStore;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.Hold;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A token that this node serves: its entries, and the hold that makes this node the only one to serve it. Requests run inside the monitor of
 * the shelf, so that none runs after the token was closed there.
 */
public final class ServedToken {

    private final int token;
    private final TokenStore shelf;
    private final Fence fence;
    private final @Nullable Hold hold;

    private final AtomicBoolean leaving = new AtomicBoolean();

    /** Written once, by the thread that releases it. */
    private volatile boolean done;

    /** Written inside the monitor of the shelf, once. */
    private boolean closed;

    public ServedToken(int token, TokenStore shelf, Hold hold) {
        this.token = token;
        this.shelf = shelf;
        this.fence = hold.fence();
        this.hold = hold;
    }

    /** A token that was lost before it was served: no request runs, its entries only wait to be handed over. */
    public ServedToken(int token, TokenStore shelf, Fence fence) {
        this.token = token;
        this.shelf = shelf;
        this.fence = fence;
        this.hold = null;
        this.closed = true;
    }

    public int token() {
        return token;
    }

    public TokenStore shelf() {
        return shelf;
    }

    public Fence fence() {
        return fence;
    }

    /** Returns whether a request may run now; asked inside the monitor of the shelf. */
    public boolean open() {
        return !closed && hold != null && !hold.released();
    }

    /** Lets no request run from now on; called inside the monitor of the shelf. */
    public void close() {
        closed = true;
    }

    /** Returns whether the caller shall hand the token over: true for the first call only. */
    public boolean beginLeaving() {
        return leaving.compareAndSet(false, true);
    }

    /** Returns whether the hold is gone: the entries here no longer count. */
    public boolean released() {
        return hold != null && hold.released();
    }

    /** Returns whether this node {@link #release released} it. */
    public boolean done() {
        return done;
    }

    /** Releases the hold: the token was handed over, or its entries are gone, and the next owner may begin. */
    public void release() {
        done = true;
        if (hold != null) {
            hold.close();
        }
    }
}
