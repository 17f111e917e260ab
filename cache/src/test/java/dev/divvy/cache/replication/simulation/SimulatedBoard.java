package dev.divvy.cache.replication.simulation;

import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.memory.MemoryBoard;
import dev.divvy.coordination.protocol.BoardRequest;
import dev.divvy.coordination.protocol.ProtocolAgent;
import dev.divvy.coordination.protocol.Publication;
import dev.divvy.coordination.protocol.UniqueNumbers;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A correct board in memory, which members reach over a network that loses and delays requests and replies. */
final class SimulatedBoard {

    private static final long MILLI = 1_000_000L;

    private final SimulatedCluster cluster;
    private final MemoryBoard board = new MemoryBoard();
    private final boolean pushes;

    /** The ends of the times in which a member does not reach the board. */
    private final Map<String, Long> blockedUntil = new HashMap<>();

    private long drawn;
    private BoardSnapshot current = board.look();

    SimulatedBoard(SimulatedCluster cluster) {
        this.cluster = cluster;
        this.pushes = cluster.random().chance(0.7);
    }

    UniqueNumbers numbers() {
        return new UniqueNumbers() {
            @Override
            public long incarnation(long above) {
                return Math.max(above, drawn++) + 1;
            }

            @Override
            public String lineage() {
                return "L" + ++drawn;
            }
        };
    }

    /** Returns what is on the board. */
    BoardSnapshot current() {
        return current;
    }

    void block(SimulatedNode node, long nanos) {
        blockedUntil.put(node.id(), cluster.now() + nanos);
    }

    void unblockAll() {
        blockedUntil.clear();
    }

    private boolean isBlocked(SimulatedNode node) {
        return cluster.now() < blockedUntil.getOrDefault(node.id(), 0L);
    }

    void send(SimulatedNode node, BoardRequest request) {
        long timeout = cluster.scenario().timing().timeout().toNanos();
        cluster.queue().at(node.clock().real(node.local() + timeout), () -> node.run(() -> failed(node, request)));
        if (!isLost(node)) {
            cluster.queue().in(latency(node), () -> arrive(node, request));
        }
    }

    private void failed(SimulatedNode node, BoardRequest request) {
        node.member().replied(agent -> {
            if (agent.outstanding()
                    .filter(sent -> sent.number() == request.number())
                    .isPresent()) {
                agent.failed(request, node.local());
            }
        });
    }

    private boolean isLost(SimulatedNode node) {
        return isBlocked(node) || cluster.faults().hits(node.random());
    }

    private long latency(SimulatedNode node) {
        return cluster.faults().hits(node.random())
                ? node.random().spread(10 * MILLI, 1_500 * MILLI)
                : node.random().between(MILLI / 10, 4 * MILLI);
    }

    private void arrive(SimulatedNode node, BoardRequest request) {
        Consumer<ProtocolAgent> reply = execute(node, request);
        BoardSnapshot before = current;
        current = board.look();
        cluster.checker().boardChanged(node, before, current);
        if (!isLost(node)) {
            cluster.queue().in(latency(node), () -> node.run(() -> node.member().replied(reply)));
        }
        if (pushes && hasChanged(before, current)) {
            push();
        }
    }

    private static boolean hasChanged(BoardSnapshot before, BoardSnapshot after) {
        if (!before.version().equals(after.version())
                || before.cards().size() != after.cards().size()) {
            return true;
        }
        for (int i = 0; i < before.cards().size(); i++) {
            if (!before.cards().get(i).equalsIgnoringBeat(after.cards().get(i))) {
                return true;
            }
        }
        return false;
    }

    private Consumer<ProtocolAgent> execute(SimulatedNode node, BoardRequest request) {
        if (request instanceof BoardRequest.Look look) {
            BoardSnapshot snapshot = board.look();
            return agent -> agent.looked(look, snapshot, node.local());
        } else if (request instanceof BoardRequest.Join join) {
            Admission admission = board.join(join.card());
            return agent -> agent.joined(join, admission, node.local());
        } else if (request instanceof BoardRequest.Publish publish) {
            Publication next = publish.publication();
            boolean done = board.publish(publish.publisher(), next.basis(), next.next());
            return agent -> agent.published(publish, done, node.local());
        } else if (request instanceof BoardRequest.Remove remove) {
            boolean absent = board.remove(remove.incarnation(), remove.beat());
            return agent -> agent.removed(remove, absent, node.local());
        }
        BoardRequest.Pulse pulse = (BoardRequest.Pulse) request;
        Optional<BoardSnapshot> snapshot = board.pulse(pulse.card(), pulse.known());
        return agent -> agent.pulsed(pulse, snapshot, node.local());
    }

    private void push() {
        for (SimulatedNode node : cluster.nodes().all()) {
            if (!isLost(node)) {
                cluster.queue()
                        .in(latency(node), () -> node.run(() -> node.member().execute(ProtocolAgent::hint)));
            }
        }
    }
}
