package dev.divvy.cache.traffic;

/**
 * A request that another node is asked to run. Exactly one of the three outcomes is reported, on the event loop of the connection that
 * sends it. A request that bounced was certainly not run and may be sent again.
 */
public abstract class PeerRequest {

    private final byte[] frame;

    /** The round in which it was sent; written by its {@link PeerConnection}. */
    int round;

    /** The time at which it was sent; written by its {@link PeerConnection}. */
    long sentNanos;

    /** @param frame the complete request, in RESP */
    protected PeerRequest(byte[] frame) {
        this.frame = frame;
    }

    final byte[] frame() {
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

    /** Called when the connection closed before the reply: whether the request was run is not known. */
    protected abstract void lost();
}
