package dev.divvy.boardpeers.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Member;
import dev.divvy.boardpeers.Heal;
import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A primary serves its own members only when another node confirms: so one that was paused notices that the others went on without it. */
class ConfirmationTest {

    private static final Card CARD = new Card(new Member("m", 1, Optional.empty(), 1), 0, 0, CardState.WAITING, "");

    /** Records the output of the node. */
    private static final class RecordingOutput implements MeshOutput {
        final List<Long> completed = new ArrayList<>();
        final List<MeshMessage> sent = new ArrayList<>();

        @Override
        public void send(String node, MeshMessage message) {
            sent.add(message);
        }

        @Override
        public void complete(long number, MeshReply reply) {
            completed.add(number);
        }

        @Override
        public void fail(long number, String reason) {
            throw new AssertionError(number + ": " + reason);
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

    private final RecordingOutput output = new RecordingOutput();
    private final MeshNode node = new MeshNode(
            "a", MeshLimits.withTimes(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofMillis(250)), output);

    private void pulse(long number) {
        node.submit(number, new MeshRequest.Pulse("g", CARD.withBeat(number), Optional.empty()), 0);
    }

    private void confirmAsB() {
        node.receive("b", new MeshMessage.Confirmation(node.boards().version(), Optional.empty()), 0);
    }

    @Test
    void aPrimaryWaitsForAConfirmationUnlessItIsAlone() {
        node.viewChanged(new MeshView(0, List.of("a"), false), 0);
        node.submit(1, new MeshRequest.Join("g", CARD), 0);
        pulse(2);
        assertThat(output.completed).containsExactly(1L, 2L);
        node.viewChanged(new MeshView(1, List.of("a", "b"), false), 0);
        pulse(3);
        assertThat(output.completed).containsExactly(1L, 2L);
        confirmAsB();
        assertThat(output.completed).containsExactly(1L, 2L, 3L);
        pulse(4);
        node.viewChanged(new MeshView(2, List.of("a"), false), 0);
        assertThat(output.completed).as("alone again").containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void aNodeThatIsNoLongerThePrimaryRepliesToNothing() {
        node.viewChanged(new MeshView(0, List.of("a"), false), 0);
        node.submit(1, new MeshRequest.Join("g", CARD), 0);
        node.viewChanged(new MeshView(1, List.of("a", "b"), false), 0);
        confirmAsB();
        pulse(2);
        node.viewChanged(new MeshView(2, List.of("b", "a"), true), 0);
        pulse(3);
        confirmAsB();
        assertThat(node.isPrimary()).isFalse();
        assertThat(output.completed).containsExactly(1L);
        assertThat(output.sent).hasAtLeastOneElementOfType(MeshMessage.FullStateRequest.class);
    }
}
