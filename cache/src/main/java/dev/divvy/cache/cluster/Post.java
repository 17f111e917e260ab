package dev.divvy.cache.cluster;

import dev.divvy.cache.store.Shelf;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.Hold;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A token that this node serves: its entries, and the hold that makes it the only one who does. Requests run inside the monitor of the
 * shelf, so that closing the post there lets nothing slip through.
 */
public final class Post {

    private final int token;
    private final Shelf shelf;
    private final Fence fence;
    private final @Nullable Hold hold;

    private final AtomicBoolean leaving = new AtomicBoolean();

    /** Written once, by whoever ends it. */
    private volatile boolean done;

    /** Written inside the monitor of the shelf, once. */
    private boolean closed;

    public Post(int token, Shelf shelf, Hold hold) {
        this.token = token;
        this.shelf = shelf;
        this.fence = hold.fence();
        this.hold = hold;
    }

    /** A token that was lost before it was served: nothing runs here, its entries only wait to be taken away. */
    public Post(int token, Shelf shelf, Fence fence) {
        this.token = token;
        this.shelf = shelf;
        this.fence = fence;
        this.hold = null;
        this.closed = true;
    }

    public int token() {
        return token;
    }

    public Shelf shelf() {
        return shelf;
    }

    public Fence fence() {
        return fence;
    }

    /** Whether a request may run now; asked inside the monitor of the shelf. */
    public boolean open() {
        return !closed && hold != null && !hold.released();
    }

    /** Nothing runs here from now on; called inside the monitor of the shelf. */
    public void close() {
        closed = true;
    }

    /** Whether it is the caller who shall take it away: only the first one who asks. */
    public boolean beginLeaving() {
        return leaving.compareAndSet(false, true);
    }

    /** Whether the hold is gone: what is here belongs to nobody. */
    public boolean released() {
        return hold != null && hold.released();
    }

    /** Whether it was {@link #release released} by this node. */
    public boolean done() {
        return done;
    }

    /** The token was handed over, or its entries are gone: the next owner may begin. */
    public void release() {
        done = true;
        if (hold != null) {
            hold.close();
        }
    }
}
