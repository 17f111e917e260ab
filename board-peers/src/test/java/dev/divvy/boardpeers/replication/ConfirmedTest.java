package dev.divvy.boardpeers.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Member;
import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A keeper serves its own members only when another node hears it: one that was paused finds out so. */
class ConfirmedTest {

    private static final Card CARD = new Card(new Member("m", 1, Optional.empty(), 1), 0, 0, CardState.WAITING, "");

    /** What the clerk said. */
    private static final class Words implements MeshOutput {
        final List<Long> answered = new ArrayList<>();
        final List<MeshMessage> sent = new ArrayList<>();

        @Override
        public void send(String node, MeshMessage note) {
            sent.add(note);
        }

        @Override
        public void answered(long number, MeshReply reply) {
            answered.add(number);
        }

        @Override
        public void failed(long number, String why) {
            throw new AssertionError(number + ": " + why);
        }

        @Override
        public void changed(String group) {}

        @Override
        public void probe(String node) {}
    }

    private final Words words = new Words();
    private final MeshNode clerk =
            new MeshNode("a", MeshLimits.with(Duration.ofSeconds(1), Duration.ofSeconds(2)), words);

    private void pulse(long number) {
        clerk.asked(number, new MeshRequest.Pulse("g", CARD.withBeat(number), Optional.empty()), 0);
    }

    private void keptByB() {
        clerk.told("b", new MeshMessage.Kept(clerk.book().stamp(), false), 0);
    }

    @Test
    void whoIsAloneWaitsForNobodyAndWhoIsNotWaitsForAnother() {
        clerk.viewed(new MeshView(0, List.of("a"), false), 0);
        clerk.asked(1, new MeshRequest.Join("g", CARD), 0);
        pulse(2);
        assertThat(words.answered).containsExactly(1L, 2L);
        clerk.viewed(new MeshView(1, List.of("a", "b"), false), 0);
        pulse(3);
        assertThat(words.answered).containsExactly(1L, 2L);
        keptByB();
        assertThat(words.answered).containsExactly(1L, 2L, 3L);
        pulse(4);
        clerk.viewed(new MeshView(2, List.of("a"), false), 0);
        assertThat(words.answered).as("alone again").containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void whoLearnsThatAnotherKeepsTheBoardsAnswersNothingItself() {
        clerk.viewed(new MeshView(0, List.of("a"), false), 0);
        clerk.asked(1, new MeshRequest.Join("g", CARD), 0);
        clerk.viewed(new MeshView(1, List.of("a", "b"), false), 0);
        keptByB();
        pulse(2);
        clerk.viewed(new MeshView(2, List.of("b", "a"), true), 0);
        pulse(3);
        keptByB();
        assertThat(clerk.isKeeping()).isFalse();
        assertThat(words.answered).containsExactly(1L);
        assertThat(words.sent).hasAtLeastOneElementOfType(MeshMessage.Lacking.class);
    }
}
