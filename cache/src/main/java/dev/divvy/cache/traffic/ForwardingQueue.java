package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.PendingReply;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.command.spec.KeyCommand;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The requests of one client connection that are in flight to other nodes, and those that bounced. Two rules keep their order. A new
 * generation of routes is used only when nothing is in flight. After a bounce nothing new is sent until all requests in flight have
 * returned; then the bounced ones are sent again, one after the other, the oldest first. Everything here happens on one event loop.
 */
final class ForwardingQueue extends Forwarder {

    /** The bytes that may wait for copies: a client that writes faster than they do is not read further. */
    private static final long MAX_DEFERRED_BYTES = 8L << 20;

    private final Runnable progressed;
    private final PriorityQueue<ForwardedRequest> bounced =
            new PriorityQueue<>(Comparator.comparingLong(ForwardedRequest::number));

    private long generation;
    private long nextNumber;

    /** The bytes of all requests that have no reply yet. */
    private long bytes;

    /** The bytes of the requests that ran here, and of their replies, which wait for copies. */
    private long deferredBytes;

    private boolean scheduled;
    private boolean retrying;
    private boolean abandoned;

    /** @param progressed called whenever a request was answered or bounced */
    ForwardingQueue(EventLoopContext loop, LocalTokens tokens, long timeoutNanos, Runnable progressed) {
        super(loop, tokens, timeoutNanos);
        this.progressed = progressed;
    }

    /** Whether new requests may be sent. */
    boolean isFree() {
        return bounced.isEmpty() && !scheduled && !retrying;
    }

    boolean isEmpty() {
        return isFree() && !hasInFlight();
    }

    /** Returns the bytes of all requests that have no reply yet. */
    long bytes() {
        return bytes;
    }

    /** Whether another request may run of which the reply must wait for copies. */
    boolean mayDefer() {
        return deferredBytes < MAX_DEFERRED_BYTES;
    }

    /**
     * Has the reply to a request that ran here delivered when the copies of its token have what it shows.
     *
     * @param requestBytes the length of the request, which the copies have not confirmed
     */
    void defer(PendingReply pending, ForwardedRequest.ReplyTarget target, byte[] reply, int requestBytes) {
        long length = reply.length + (long) requestBytes;
        bytes += length;
        deferredBytes += length;
        deliver(pending, target, reply, () -> {
            bytes -= length;
            deferredBytes -= length;
            progressed.run();
        });
    }

    /** Records the generation of the routes; called before a route is chosen. */
    void beforeRouting() {
        if (!hasInFlight()) {
            generation = tokens().routing().generation();
        }
    }

    /** Whether a route that was chosen after {@link #beforeRouting} may be used now. */
    boolean mayTakeRoute() {
        return !hasInFlight() || tokens().routing().generation() == generation;
    }

    /** Sends a request to the node to which this table routes it. */
    void forward(ForwardedRequest.ReplyTarget target, KeyCommand command, byte[] frame, int token, RoutingTable table) {
        bytes += frame.length;
        send(new ForwardedRequest(this, target, command, frame, token, nextNumber++), table);
    }

    @Override
    void finished(ForwardedRequest request) {
        bytes -= request.frame().length;
        proceed();
    }

    private void proceed() {
        retrying = false;
        scheduleRetry();
        progressed.run();
    }

    @Override
    void mustRetry(ForwardedRequest request) {
        bounced.add(request);
        proceed();
    }

    private void scheduleRetry() {
        ForwardedRequest first = bounced.peek();
        if (first != null && !hasInFlight() && !scheduled && !abandoned) {
            scheduled = true;
            loop().schedule(this::retry, first.retryDelayNanos());
        }
    }

    private void retry() {
        scheduled = false;
        // Another part of the same multi-key request may have been sent meanwhile: its outcome schedules this again.
        ForwardedRequest first = hasInFlight() || abandoned ? null : bounced.poll();
        if (first != null) {
            retrying = true;
            attempt(first);
        }
    }

    /** Drops the requests: the client has disconnected. */
    void abandon() {
        abandoned = true;
        bounced.clear();
    }
}
