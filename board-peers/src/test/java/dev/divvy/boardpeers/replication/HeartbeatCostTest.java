package dev.divvy.boardpeers.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Member;
import dev.divvy.boardpeers.Heal;
import dev.divvy.boardpeers.codec.MessageCodec;
import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The cost of heartbeats in a mesh of many nodes, each with one member, without a network: what the primary sends, receives and computes. */
class HeartbeatCostTest {

    private static final Duration PULSE = Duration.ofMillis(200);
    private static final int PULSES = 20;

    /** The bytes of a reply to a pulse: a version, a card, and the beats of one pulse that the replicas do not have yet, but no other card. */
    private static final int REPLY_BYTES = 250;

    private static final int BEAT_BYTES = 24;

    private record Envelope(String from, String to, ByteBuffer bytes) {}

    /** All nodes of one view, and the queue of messages between them. */
    private static final class QuietMesh {

        private final List<Node> nodes = new ArrayList<>();
        private final Deque<Envelope> queue = new ArrayDeque<>();
        private long now;
        private long sentByPrimary;
        private long receivedByPrimary;
        private long bytesOfPrimary;
        private int longestReply;
        private long primaryNanos;

        private final class Node implements MeshOutput {

            private final String name = UUID.randomUUID().toString();
            private final MeshNode state = new MeshNode(
                    name,
                    MeshLimits.withTimes(
                            Duration.ofSeconds(1),
                            Duration.ofSeconds(2),
                            PULSE.multipliedBy(5).dividedBy(4)),
                    this);
            private @Nullable MeshMessage encoded;
            private byte[] bytes = new byte[0];
            private Card card;
            private long requests;
            private Optional<MeshReply> reply = Optional.empty();

            private Node(int number) {
                card = new Card(
                        new Member("node-" + number, 1, Optional.empty(), 1), 0, 0, CardState.RUNNING, "10.0.0.1:7401");
            }

            private boolean isFirst() {
                return nodes.get(0) == this;
            }

            private void submit(MeshRequest request) {
                reply = Optional.empty();
                state.submit(++requests, request, now);
            }

            private void pulse() {
                card = card.withBeat(card.beat() + 1);
                submit(new MeshRequest.Pulse("g", card, Optional.empty()));
            }

            @Override
            public void send(String node, MeshMessage message) {
                if (message != encoded) { // as a node does: the same message goes to all replicas
                    encoded = message;
                    bytes = MessageCodec.write(message);
                }
                queue.add(new Envelope(name, node, ByteBuffer.wrap(bytes)));
                if (isFirst()) {
                    sentByPrimary++;
                    bytesOfPrimary += bytes.length;
                    if (message instanceof MeshMessage.Reply) {
                        longestReply = Math.max(longestReply, bytes.length);
                    }
                }
            }

            @Override
            public void complete(long number, MeshReply completed) {
                reply = Optional.of(completed);
            }

            @Override
            public void fail(long number, String reason) {
                throw new AssertionError(reason);
            }

            @Override
            public void changed(String group) {}

            @Override
            public void apart(OptionalLong since) {}

            @Override
            public void healed(Heal heal) {}

            @Override
            public void probe(String node) {}
        }

        private QuietMesh(int size) {
            for (int i = 0; i < size; i++) {
                nodes.add(new Node(i));
            }
            List<String> names = nodes.stream().map(node -> node.name).toList();
            nodes.forEach(node -> node.state.viewChanged(new MeshView(1, names, false), now));
            deliver();
            nodes.forEach(node -> node.submit(new MeshRequest.Join("g", node.card)));
            deliver();
        }

        /** Measures the time of the primary only. */
        private void run(Node node, Runnable action) {
            long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            action.run();
            primaryNanos += node.isFirst() ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before : 0;
        }

        private void deliver() {
            for (Envelope next = queue.poll(); next != null; next = queue.poll()) {
                Envelope envelope = next;
                Node to = nodes.stream()
                        .filter(node -> node.name.equals(envelope.to()))
                        .findFirst()
                        .orElseThrow();
                receivedByPrimary += to.isFirst() ? 1 : 0;
                run(to, () -> {
                    MeshMessage message = MessageCodec.read(
                            envelope.bytes().array(), 0, envelope.bytes().capacity());
                    to.state.receive(envelope.from(), message, now);
                });
            }
        }

        /** Lets every member pulse once, one after the other, in the time of one pulse. */
        private void pulseAll() {
            for (Node node : nodes) {
                now += PULSE.toNanos() / nodes.size();
                run(node, node::pulse);
                deliver();
                run(nodes.get(0), () -> nodes.get(0).state.tick(now));
                assertThat(node.reply).get().isInstanceOf(MeshReply.Seen.class);
            }
        }

        private void reset() {
            sentByPrimary = 0;
            receivedByPrimary = 0;
            bytesOfPrimary = 0;
            primaryNanos = 0;
        }
    }

    private static QuietMesh measured(int size) {
        QuietMesh mesh = new QuietMesh(size);
        for (int i = 0; i < PULSES; i++) {
            mesh.pulseAll(); // warms up
        }
        mesh.reset();
        for (int i = 0; i < PULSES; i++) {
            mesh.pulseAll();
        }
        System.out.printf(
                "%d nodes: per pulse the primary sends %d messages of %d bytes in all, receives %d, and computes %.2f ms%n",
                size,
                mesh.sentByPrimary / PULSES,
                mesh.bytesOfPrimary / PULSES,
                mesh.receivedByPrimary / PULSES,
                mesh.primaryNanos / 1e6 / PULSES);
        return mesh;
    }

    @Test
    void thePrimarySendsTwoMessagesPerReplicaAndPulse() {
        for (int size : List.of(50, 100)) {
            QuietMesh mesh = measured(size);
            assertThat(mesh.sentByPrimary)
                    .as("replies and beats to %d replicas in %d pulses", size - 1, PULSES)
                    .isLessThanOrEqualTo(2L * (size - 1) * PULSES);
            assertThat(mesh.receivedByPrimary).isLessThanOrEqualTo(2L * (size - 1) * PULSES);
            assertThat(mesh.longestReply).isLessThanOrEqualTo(REPLY_BYTES + BEAT_BYTES * size);
        }
    }

    /** Every replica sees every beat one pulse later at most: a new primary has beats that are hardly older than those that were answered. */
    @Test
    void everyReplicaHasTheBeatsOfTheLastPulse() {
        QuietMesh mesh = new QuietMesh(10);
        mesh.pulseAll();
        mesh.pulseAll();
        long beat = mesh.nodes.get(0).card.beat();
        mesh.nodes.forEach(node -> assertThat(
                        node.state.boards().board("g").record().cards().values())
                .hasSize(10)
                .allMatch(card -> card.beat() >= beat - 1));
    }
}
