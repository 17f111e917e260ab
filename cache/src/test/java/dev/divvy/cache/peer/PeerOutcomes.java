package dev.divvy.cache.peer;

/** Reports the outcomes of requests in place of a connection. */
public final class PeerOutcomes {

    private PeerOutcomes() {}

    public static void answer(PeerRequest request, byte[] reply) {
        request.answered(reply, 0, reply.length);
    }

    public static void bounce(PeerRequest request) {
        request.bounced(false);
    }

    public static void lose(PeerRequest request) {
        request.lost();
    }
}
