package dev.divvy.cache.replication.simulation;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.peer.PeerChannel;
import dev.divvy.cache.peer.PeerOutcomes;
import dev.divvy.cache.peer.PeerRequest;
import dev.divvy.cache.replication.SteppedReplication;
import dev.divvy.cache.replication.protocol.Mistake;
import dev.divvy.testkit.simulation.random.SeededRandom;
import java.util.ArrayDeque;

/** A connection from a node to an incarnation of another: requests and replies keep their order, and take their time. */
final class SimulatedChannel implements PeerChannel {

    private static final long MILLI = 1_000_000L;
    private static final long REPLY_TIMEOUT = 3_000 * MILLI;

    private final SimulatedCluster cluster;
    private final SimulatedNode from;
    private final Incarnation sender;
    private final Incarnation to;
    private final SeededRandom random;
    private final ArrayDeque<PeerRequest> inFlight = new ArrayDeque<>();

    /** How much later requests arrive that were sent before the connection broke; -1 if they do not. */
    private long afterlife;

    private long lastArrival;
    private long lastReply;
    private boolean closed;

    SimulatedChannel(SimulatedCluster cluster, SimulatedNode from, Incarnation sender, Incarnation to, long seed) {
        this.cluster = cluster;
        this.from = from;
        this.sender = sender;
        this.to = to;
        this.random = new SeededRandom(seed);
    }

    SimulatedNode from() {
        return from;
    }

    Incarnation to() {
        return to;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public boolean onLoop(Runnable action) {
        cluster.queue().in(random.between(1_000, 200_000), () -> from.run(action));
        return true;
    }

    @Override
    public void send(PeerRequest request) {
        if (closed) {
            PeerOutcomes.bounce(request);
            return;
        }
        inFlight.add(request);
        cluster.checker().sent(this, request.frame());
        lastArrival =
                Math.max(lastArrival + 1, cluster.now() + cluster.network().latency(random));
        cluster.queue().at(lastArrival, () -> arrive(request));
        cluster.queue()
                .in(
                        REPLY_TIMEOUT,
                        () -> from.run(() -> {
                            if (inFlight.contains(request)) {
                                disconnect();
                            }
                        }));
    }

    private void arrive(PeerRequest request) {
        if (closed && afterlife != 0) {
            if (afterlife < 0) {
                cluster.checker().dropped(this, request.frame());
            } else {
                cluster.queue().in(afterlife, () -> deliver(request));
            }
        } else {
            deliver(request);
        }
    }

    private void deliver(PeerRequest request) {
        SimulatedNode target = cluster.nodes().byId(to.member());
        if (target == null) {
            cluster.checker().dropped(this, request.frame());
            cluster.queue().in(MILLI, () -> from.run(this::disconnect));
            return;
        }
        boolean[] done = {false};
        target.run(() -> {
            done[0] = true;
            cluster.checker().dropped(this, request.frame());
            byte[] frame = request.frame();
            if (isByWallClock()) {
                frame = SteppedReplication.byWallClock(frame, from::wallMillis, target::wallMillis);
            }
            byte[] reply = target.replication().receive(sender, frame);
            byte[] sent = isByWallClock()
                    ? SteppedReplication.replyByWallClock(reply, target::wallMillis, from::wallMillis)
                    : reply;
            lastReply =
                    Math.max(lastReply + 1, cluster.now() + cluster.network().latency(random));
            cluster.queue().at(lastReply, () -> from.run(() -> answered(request, sent)));
        });
    }

    /** Whether entries travel with the wall-clock time at which they expire. */
    private boolean isByWallClock() {
        return cluster.scenario().mistake() == Mistake.TTL_BY_WALL_CLOCK;
    }

    private void answered(PeerRequest request, byte[] reply) {
        if (!closed && inFlight.peek() == request) {
            inFlight.remove();
            PeerOutcomes.answer(request, reply);
        }
    }

    /** Breaks the connection; requests that were sent may arrive all the same, even after those of the next connection. */
    void disconnect() {
        if (closed) {
            return;
        }
        closed = true;
        afterlife = switch (random.below(3)) {
            case 0 -> -1;
            case 1 -> 0;
            default -> random.spread(MILLI, 3_000 * MILLI);
        };
        cluster.network().closed(this);
        for (PeerRequest request = inFlight.poll(); request != null; request = inFlight.poll()) {
            PeerOutcomes.lose(request);
        }
    }

    @Override
    public void close() {
        disconnect();
    }
}
