package dev.divvy.cache.traffic;

/**
 * A request that another node is asked to run. Exactly one of the three answers comes, on the event loop of the link that carries it; one
 * that was bounced was certainly not run and may be sent again.
 */
public abstract class Errand {

    private final byte[] frame;

    /** The round of the link in which it was sent; see {@link Link}. */
    int round;

    /** The frame is the whole request, as it goes over the wire. */
    protected Errand(byte[] frame) {
        this.frame = frame;
    }

    final byte[] frame() {
        return frame;
    }

    /** The reply, as it came over the wire; the array is the link's and is valid during the call only. */
    protected abstract void answered(byte[] data, int from, int length);

    /**
     * It was not run: the other one does not serve this token now, or it never left.
     *
     * @param away whether the other one has let go of the token
     */
    protected abstract void bounced(boolean away);

    /** The other one went away before it answered: nobody knows whether it was run. */
    protected abstract void lost();
}
