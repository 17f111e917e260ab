package dev.divvy.cli.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Member;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeartbeatsTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Heartbeats heartbeats = new Heartbeats();

    private static Card card(String id, long beat, int seconds) {
        return new Card(
                new Member(id, 1, Optional.empty(), 1), beat, 0, CardState.RUNNING, "", Duration.ofSeconds(seconds));
    }

    private void look(long second, Card... cards) {
        heartbeats.look(Arrays.asList(cards), second * SECOND);
    }

    @Test
    void oneLookTellsNothing() {
        look(0, card("a", 7, 3));
        assertThat(heartbeats.unheard()).containsExactly("a");
        assertThat(heartbeats.silent()).isEmpty();
    }

    @Test
    void aHeartbeatThatMovesIsHeard() {
        look(0, card("a", 7, 3), card("b", 7, 3));
        look(1, card("a", 8, 3), card("b", 7, 3));
        assertThat(heartbeats.unheard()).containsExactly("b");
        look(2, card("a", 8, 3), card("b", 8, 3));
        assertThat(heartbeats.unheard()).isEmpty();
    }

    @Test
    void aMemberIsSilentAfterItsOwnTimeAndNoLaterThanTenSeconds() {
        look(0, card("a", 7, 3), card("b", 7, 60));
        look(2, card("a", 7, 3), card("b", 7, 60));
        assertThat(heartbeats.silent()).isEmpty();
        look(3, card("a", 7, 3), card("b", 7, 60));
        assertThat(heartbeats.silent()).isEqualTo(List.of(new Heartbeats.Silence("a", Duration.ofSeconds(3))));
        look(10, card("b", 7, 60));
        assertThat(heartbeats.silent()).isEqualTo(List.of(new Heartbeats.Silence("b", Duration.ofSeconds(10))));
    }

    @Test
    void oneThatWasHeardAndStopsIsSilentAgain() {
        look(0, card("a", 7, 3));
        look(1, card("a", 8, 3));
        assertThat(heartbeats.unheard()).isEmpty();
        look(4, card("a", 8, 3));
        assertThat(heartbeats.unheard()).containsExactly("a");
        assertThat(heartbeats.silent()).hasSize(1);
    }

    @Test
    void aNewIncarnationStartsOver() {
        look(0, card("a", 7, 3));
        Card next =
                new Card(new Member("a", 2, Optional.empty(), 1), 9, 0, CardState.RUNNING, "", Duration.ofSeconds(3));
        look(2, next);
        assertThat(heartbeats.unheard()).containsExactly("a");
        look(4, next);
        assertThat(heartbeats.silent()).isEmpty();
    }
}
