package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.PendingReply;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.peer.PeerProtocol;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * Sends requests to the nodes that serve their tokens. A request that was certainly not run is retried until its timeout: it is sent again,
 * or runs here if its token is served here by then. Subclasses decide when to retry. Everything here happens on one event loop.
 */
abstract class Forwarder {

    private static final String NOT_SERVED = "CLUSTERDOWN Hash slot not served";

    private final EventLoopContext loop;
    private final LocalTokens tokens;
    private final long timeoutNanos;
    private int inFlight;

    /** @param timeoutNanos the longest time that a request waits for an owner while its token moves */
    Forwarder(EventLoopContext loop, LocalTokens tokens, long timeoutNanos) {
        this.loop = loop;
        this.tokens = tokens;
        this.timeoutNanos = timeoutNanos;
    }

    /** Called when a request has its reply. */
    abstract void finished(ForwardedRequest request);

    /** Called when a request was not run: {@link #attempt} must be called again, later and not within this call. */
    abstract void mustRetry(ForwardedRequest request);

    /** Called instead when there is no node that can be asked at present. */
    void mustWait(ForwardedRequest request) {
        mustRetry(request);
    }

    final EventLoopContext loop() {
        return loop;
    }

    final LocalTokens tokens() {
        return tokens;
    }

    final boolean hasInFlight() {
        return inFlight > 0;
    }

    /** Sends a request to the node to which this table routes it. */
    final void send(ForwardedRequest request, RoutingTable table) {
        Peer to = tokens.target(table, request.token());
        if (to == null) {
            retry(request, false);
        } else {
            inFlight++;
            request.sent(table, to);
            loop.send(request, to);
        }
    }

    /** Runs a request here if its token is served here by now; sends it otherwise. */
    final void attempt(ForwardedRequest request) {
        RoutingTable table = tokens.routing().table();
        if (!runHere(request)) {
            send(request, table);
        }
    }

    private boolean runHere(ForwardedRequest request) {
        ServedToken served = tokens.served(request.token());
        if (served == null) {
            return false;
        }
        ByteBuf out = Unpooled.buffer(256);
        LocalRun ran = tokens.run(request.command(), request.request(), served, out, false);
        if (ran == null) {
            return false;
        }
        if (ran.pending() == null) {
            request.target().answered(out.array(), out.arrayOffset() + out.readerIndex(), out.readableBytes());
            finished(request);
        } else {
            inFlight++;
            deliver(ran.pending(), request.target(), LocalRun.takeBack(out, 0), () -> completed(request));
        }
        return true;
    }

    /** Delivers a reply on the loop when it may be sent, and an error when this node loses the token before. */
    final void deliver(PendingReply pending, ForwardedRequest.ReplyTarget target, byte[] reply, Runnable afterwards) {
        pending.whenDecided(confirmed -> loop.post(() -> {
            if (confirmed) {
                target.answered(reply, 0, reply.length);
            } else {
                target.failed(PeerProtocol.OUTCOME_UNKNOWN);
            }
            afterwards.run();
        }));
    }

    final void completed(ForwardedRequest request) {
        inFlight--;
        finished(request);
    }

    /** @param released whether the node that was asked does not have the token, or has released it */
    final void bounced(ForwardedRequest request, boolean released) {
        inFlight--;
        RoutingTable table = request.sentToFormerOwnerBy();
        if (released && table != null) {
            tokens.routing().markReleased(table, request.token());
        }
        retry(request, true);
    }

    /** The node that was asked cannot be reached: the request was not run, or is a read. */
    final void unreachable(ForwardedRequest request) {
        inFlight--;
        retry(request, false);
    }

    /** @param reached whether a node was asked */
    private void retry(ForwardedRequest request, boolean reached) {
        if (request.bouncedTooLong(System.nanoTime(), timeoutNanos)) {
            request.target().failed(NOT_SERVED);
            finished(request);
        } else if (reached) {
            mustRetry(request);
        } else {
            mustWait(request);
        }
    }
}
