package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.command.spec.KeyCommand;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The requests of one client connection that are in flight to other nodes, and those that bounced. Two rules keep their order. A new
 * generation of routes is used only when nothing is in flight. And when a request bounced, nothing new is sent until all are back; then the
 * bounced ones are sent again, one after the other, the oldest first. Everything here happens on one event loop.
 */
final class ForwardingQueue extends Forwarder {

    private final Runnable progressed;
    private final PriorityQueue<ForwardedRequest> bounced =
            new PriorityQueue<>(Comparator.comparingLong(ForwardedRequest::number));

    private long generation;
    private long numbers;
    private boolean scheduled;
    private boolean retrying;
    private boolean abandoned;

    /** @param progressed is called whenever a reply came or a request bounced */
    ForwardingQueue(EventLoopContext loop, LocalTokens tokens, long patienceNanos, Runnable progressed) {
        super(loop, tokens, patienceNanos);
        this.progressed = progressed;
    }

    /** Returns whether new requests may be looked at. */
    boolean isFree() {
        return bounced.isEmpty() && !scheduled && !retrying;
    }

    boolean isEmpty() {
        return isFree() && !hasInFlight();
    }

    /** Remembers the generation of the routes; to be called before a route is chosen. */
    void beforeRouting() {
        if (!hasInFlight()) {
            generation = tokens().routing().generation();
        }
    }

    /** Returns whether a route that was chosen since may be taken now. */
    boolean mayTakeRoute() {
        return !hasInFlight() || tokens().routing().generation() == generation;
    }

    /** Sends a request to the node to which this table leads. */
    void forward(ForwardedRequest.ReplyTarget target, KeyCommand command, byte[] frame, int token, RoutingTable table) {
        send(new ForwardedRequest(this, target, command, frame, token, numbers++), table);
    }

    @Override
    void finished() {
        retrying = false;
        scheduleRetry();
        progressed.run();
    }

    @Override
    void mustRetry(ForwardedRequest request) {
        bounced.add(request);
        finished();
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

    /** Forgets the requests: the client is gone. */
    void abandon() {
        abandoned = true;
        bounced.clear();
    }
}
