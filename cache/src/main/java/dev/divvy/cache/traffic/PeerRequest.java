package dev.divvy.cache.traffic;

/**
 * A request that another node is asked to run. Exactly one of the three outcomes is reported, on the event loop of the connection that
 * carries it. A request that bounced was certainly not run and may be sent again.
 */
public abstract class PeerRequest {

    private final byte[] frame;

    /** The round in which it was sent; written by its {@link PeerConnection}. */
    int round;

    /** The frame is the whole request, as it goes over the wire. */
    protected PeerRequest(byte[] frame) {
        this.frame = frame;
    }

    final byte[] frame() {
        return frame;
    }

    /** Takes the reply, as it came over the wire; the array is the connection's and is valid during the call only. */
    protected abstract void answered(byte[] data, int from, int length);

    /**
     * The request was not run: the other node does not serve this token now, or the request never left.
     *
     * @param away whether the other node has let go of the token
     */
    protected abstract void bounced(boolean away);

    /** The other node went away before it answered: whether the request was run is not known. */
    protected abstract void lost();
}
