package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.command.spec.KeyCommand;
import dev.divvy.cache.peer.PeerProtocol;
import dev.divvy.cache.peer.PeerRequest;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.coordination.support.Backoff;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A client's request that another node must run, with everything needed to send it again. Belongs to one event loop. */
final class ForwardedRequest extends PeerRequest {

    /** Receives the reply to a request. */
    interface ReplyTarget {
        /** Takes the reply, in RESP; the array is valid during the call only. */
        void answered(byte[] data, int from, int length);

        void failed(String error);
    }

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(1), Duration.ofMillis(16));

    /** Bounces that are retried without a delay: most of the time another node has the token by then. */
    private static final int IMMEDIATE_RETRIES = 2;

    private final Forwarder forwarder;
    private final ReplyTarget target;
    private final KeyCommand command;

    /** The position among all requests of its forwarder. */
    private final long number;

    private @Nullable RoutingTable sentBy;
    private @Nullable Peer sentTo;
    private long deadline;
    private int bounces;

    ForwardedRequest(
            Forwarder forwarder, ReplyTarget target, KeyCommand command, byte[] frame, int token, long number) {
        super(frame, token);
        this.forwarder = forwarder;
        this.target = target;
        this.command = command;
        this.number = number;
    }

    ReplyTarget target() {
        return target;
    }

    KeyCommand command() {
        return command;
    }

    long number() {
        return number;
    }

    /** Parses the frame again. */
    RespRequest request() {
        return RespRequest.parse(frame());
    }

    /** Records the table that gave the route, and the node to which the request is sent. */
    void sent(RoutingTable table, Peer to) {
        sentBy = table;
        sentTo = to;
    }

    /** Returns the table that routed this request to the former owner of its token; null if the owner was asked. */
    @Nullable
    RoutingTable sentToFormerOwnerBy() {
        RoutingTable table = sentBy;
        return table != null && sentTo != null && table.isMoving(token()) && sentTo.equals(table.route(token()))
                ? table
                : null;
    }

    /** Counts a bounce; returns whether the timeout, which begins with the first bounce, is over. */
    boolean bouncedTooLong(long now, long timeoutNanos) {
        bounces++;
        if (bounces == 1) {
            deadline = now + timeoutNanos;
        }
        return deadline - now <= 0;
    }

    long retryDelayNanos() {
        return BACKOFF.nanosAfter(bounces - IMMEDIATE_RETRIES);
    }

    @Override
    protected void answered(byte[] data, int from, int length) {
        target.answered(data, from, length);
        forwarder.completed(this);
    }

    @Override
    protected void bounced(boolean released) {
        forwarder.bounced(this, released);
    }

    /** Retries a read, but never a write, which may have been run. */
    @Override
    protected void lost() {
        if (command.writes()) {
            target.failed(PeerProtocol.OUTCOME_UNKNOWN);
            forwarder.completed(this);
        } else {
            forwarder.unreachable(this);
        }
    }

    @Override
    public void unreachable() {
        forwarder.unreachable(this);
    }
}
