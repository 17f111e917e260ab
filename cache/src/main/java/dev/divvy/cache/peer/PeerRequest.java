package dev.divvy.cache.peer;

/**
 * A request that another node is asked to run. Exactly one of the outcomes is reported, on the event loop of the connection that
 * sends it. A request that bounced was certainly not run and may be sent again.
 */
public abstract class PeerRequest {

    /** The token of a request that is not about a key. */
    public static final int NO_TOKEN = -1;

    private final byte[] frame;
    private final int token;

    /** The round of its token in which it was sent; written by its {@link PeerConnection}. */
    int round;

    /** The time at which it was sent; written by its {@link PeerConnection}. */
    long sentNanos;

    /**
     * Creates a request that is not about a key.
     *
     * @param frame the complete request, in RESP
     */
    protected PeerRequest(byte[] frame) {
        this(frame, NO_TOKEN);
    }

    /**
     * Creates a request about one key.
     *
     * @param frame the complete request, in RESP
     */
    protected PeerRequest(byte[] frame, int token) {
        this.frame = frame;
        this.token = token;
    }

    /** Returns the token of its key, or {@link #NO_TOKEN}. */
    public final int token() {
        return token;
    }

    public final byte[] frame() {
        return frame;
    }

    /** Takes the reply, in RESP; the array belongs to the connection and is valid during the call only. */
    protected abstract void answered(byte[] data, int from, int length);

    /**
     * Called when the request was not run: the other node does not serve this token now, or the request was never sent.
     *
     * @param released whether the other node does not have the token, or has released it
     */
    protected abstract void bounced(boolean released);

    /** Called instead when the request was never sent, because the node cannot be reached at present. */
    public void unreachable() {
        bounced(false);
    }

    /** Called when the connection closed before the reply: whether the request was run is not known. */
    protected abstract void lost();
}
