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

    private static final long MERGE_TIMEOUT = Duration.ofSeconds(2).toNanos();
    private static final long RESUMED = Duration.ofSeconds(10).toNanos();

    private final RecordingOutput output = new RecordingOutput();
    private final MeshNode node = new MeshNode(
            "a",
            MeshLimits.withTimes(Duration.ofSeconds(1), Duration.ofNanos(MERGE_TIMEOUT), Duration.ofMillis(250)),
            output);
    private long now;

    private void pulse(long number) {
        node.submit(number, new MeshRequest.Pulse("g", CARD.withBeat(number), Optional.empty()), now);
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

    /** The others went on without it, and their messages may be about to arrive. */
    @Test
    void aPrimaryThatWasPausedDoesNotBelieveAtOnceThatItIsAlone() {
        resumeAlone();
        pulse(2);
        for (long step = MERGE_TIMEOUT / 4, end = RESUMED + 3 * MERGE_TIMEOUT; now + step < end; ) {
            now += step;
            node.tick(now);
        }
        assertThat(output.completed).containsExactly(1L);
        node.tick(RESUMED + 3 * MERGE_TIMEOUT);
        assertThat(output.completed).as("a split that goes on").containsExactly(1L, 2L);
    }

    @Test
    void aPrimaryThatWasPausedIsAloneWhenTheProcessesOfTheOthersHaveEnded() {
        resumeAlone();
        pulse(2);
        assertThat(output.completed).containsExactly(1L);
        node.processEnded("b");
        assertThat(output.completed).containsExactly(1L, 2L);
    }

    private void resumeAlone() {
        node.viewChanged(new MeshView(0, List.of("a"), false), 0);
        node.submit(1, new MeshRequest.Join("g", CARD), 0);
        node.viewChanged(new MeshView(1, List.of("a", "b"), false), 0);
        confirmAsB();
        now = RESUMED;
        node.tick(now);
        node.viewChanged(new MeshView(2, List.of("a"), false), now);
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
