package dev.divvy.cache.peer;

/** Sends requests to one incarnation of another node, in order, on an event loop. */
public interface PeerChannel {

    /** Runs the action on the loop; called on any thread. Returns false when the loop has ended, because this node has closed. */
    boolean onLoop(Runnable action);

    /** Sends a request, whose outcome is reported on the loop; called on the loop. */
    void send(PeerRequest request);

    /** Closes the connection; called on any thread. Requests in flight are lost. */
    void close();
}
