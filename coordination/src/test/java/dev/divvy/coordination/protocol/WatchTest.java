package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.Scene.LEASE;
import static dev.divvy.coordination.protocol.Scene.TIME_TO_LIVE;
import static dev.divvy.coordination.protocol.Scene.TIMING;
import static dev.divvy.coordination.protocol.Scene.card;
import static dev.divvy.coordination.protocol.Scene.life;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.protocol.knowledge.PulseMonitor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WatchTest {

    private static final long STEP = TIME_TO_LIVE / 4;

    private final Card a = card("a", 0);
    private final Card b = card("b", 0);

    @Test
    void aBeatThatStoodStillForAWholeTimeToLiveIsFound() {
        PulseMonitor watch = watched(PulseMonitor.NONE, 10, 4, a, b);
        assertThat(watch.still(life("a"), 10 + TIME_TO_LIVE - 1, TIMING)).isEmpty();
        assertThat(watch.still(life("a"), 10 + TIME_TO_LIVE, TIMING))
                .contains(Map.entry(life("b"), new PulseMonitor.Seen(1, 10, TIME_TO_LIVE)));
        assertThat(watch.nextStill(life("a"), TIMING)).isEqualTo(10 + TIME_TO_LIVE);
    }

    @Test
    void oneWhoseOwnTimeToLiveIsLongerIsWatchedForThatLong() {
        Card slow = new Card(b.member(), b.beat(), 0, b.state(), "", Duration.ofNanos(3 * TIME_TO_LIVE));
        PulseMonitor watch = PulseMonitor.NONE.looked(List.of(slow), 10, TIMING);
        assertThat(watch.still(life("a"), 10 + 3 * TIME_TO_LIVE - 1, TIMING)).isEmpty();
        assertThat(watch.still(life("a"), 10 + 3 * TIME_TO_LIVE, TIMING)).isPresent();
        assertThat(watch.nextStill(life("a"), TIMING)).isEqualTo(10 + 3 * TIME_TO_LIVE);
    }

    @Test
    void aBeatThatMovedIsWatchedFromThenOn() {
        PulseMonitor watch = watched(watched(PulseMonitor.NONE, 0, 2, a, b), 2 * STEP, 1, a, b.withBeat(2));
        assertThat(watch.still(life("a"), TIME_TO_LIVE, TIMING)).isEmpty();
        assertThat(watch.nextStill(life("a"), TIMING)).isEqualTo(2 * STEP + TIME_TO_LIVE);
        assertThat(watch.age(life("b"), 3 * STEP)).contains(STEP);
        assertThat(watch.age(life("c"), 3 * STEP)).isEmpty();
    }

    @Test
    void nobodyFindsItself() {
        PulseMonitor watch = PulseMonitor.NONE.looked(List.of(a), 0, TIMING);
        assertThat(watch.still(life("a"), 2 * TIME_TO_LIVE, TIMING)).isEmpty();
        assertThat(watch.nextStill(life("a"), TIMING)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anotherLifeIsWatchedAnew() {
        Card young = new Card(b.member().withIncarnation(2), b.beat(), 0, b.state(), "");
        PulseMonitor watch = PulseMonitor.NONE.looked(List.of(a, b), 0, TIMING).looked(List.of(a, young), STEP, TIMING);
        assertThat(watch.age(young.life(), STEP)).contains(0L);
        assertThat(watch.age(b.life(), STEP)).isEmpty();
    }

    @Test
    void aLookThatComesLaterThanALeaseBeginsAnew() {
        PulseMonitor before = PulseMonitor.NONE.looked(List.of(a, b), 0, TIMING);
        assertThat(before.looked(List.of(a, b), LEASE, TIMING).age(life("b"), LEASE))
                .contains(LEASE);
        assertThat(before.looked(List.of(a, b), LEASE + 1, TIMING).age(life("b"), LEASE + 1))
                .contains(0L);
    }

    @Test
    void theFirstLookIsNeverLateWhateverTheClockSays() {
        for (long now : new long[] {Long.MIN_VALUE / 2, -1, 0, Long.MAX_VALUE / 2}) {
            assertThat(PulseMonitor.NONE.looked(List.of(b), now, TIMING).age(life("b"), now + 5))
                    .contains(5L);
        }
    }

    @Test
    void oneWhoIsGoneIsWatchedNoLonger() {
        PulseMonitor watch = PulseMonitor.NONE.looked(List.of(a, b), 0, TIMING);
        assertThat(watch.without(life("b")).still(life("a"), TIME_TO_LIVE, TIMING))
                .isEmpty();
        assertThat(watch.looked(List.of(a), STEP, TIMING).seen()).containsOnlyKeys(life("a"));
    }

    /** Several looks, a step apart, at the same cards. */
    private static PulseMonitor watched(PulseMonitor before, long from, int looks, Card... cards) {
        PulseMonitor watch = before;
        for (int look = 0; look < looks; look++) {
            watch = watch.looked(List.of(cards), from + look * STEP, TIMING);
        }
        return watch;
    }
}
