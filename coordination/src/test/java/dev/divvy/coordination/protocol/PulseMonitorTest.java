package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.StepFixtures.LEASE;
import static dev.divvy.coordination.protocol.StepFixtures.TIME_TO_LIVE;
import static dev.divvy.coordination.protocol.StepFixtures.TIMING;
import static dev.divvy.coordination.protocol.StepFixtures.card;
import static dev.divvy.coordination.protocol.StepFixtures.incarnation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.protocol.knowledge.PulseMonitor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PulseMonitorTest {

    private static final long STEP = TIME_TO_LIVE / 4;

    private final Card a = card("a", 0);
    private final Card b = card("b", 0);

    @Test
    void aBeatUnchangedForAWholeTimeToLiveExpires() {
        PulseMonitor monitor = observe(PulseMonitor.NONE, 10, 4, a, b);
        assertThat(monitor.expired(incarnation("a"), 10 + TIME_TO_LIVE - 1, TIMING))
                .isEmpty();
        assertThat(monitor.expired(incarnation("a"), 10 + TIME_TO_LIVE, TIMING))
                .contains(Map.entry(incarnation("b"), new PulseMonitor.ObservedBeat(1, 10, TIME_TO_LIVE)));
        assertThat(monitor.nextExpiry(incarnation("a"), TIMING)).isEqualTo(10 + TIME_TO_LIVE);
    }

    @Test
    void aMemberWithALongerTimeToLiveExpiresLater() {
        Card slow = new Card(b.member(), b.beat(), 0, b.state(), "", Duration.ofNanos(3 * TIME_TO_LIVE));
        PulseMonitor monitor = PulseMonitor.NONE.observed(List.of(slow), 10, TIMING);
        assertThat(monitor.expired(incarnation("a"), 10 + 3 * TIME_TO_LIVE - 1, TIMING))
                .isEmpty();
        assertThat(monitor.expired(incarnation("a"), 10 + 3 * TIME_TO_LIVE, TIMING))
                .isPresent();
        assertThat(monitor.nextExpiry(incarnation("a"), TIMING)).isEqualTo(10 + 3 * TIME_TO_LIVE);
    }

    @Test
    void aBeatThatAdvancedIsObservedFromThenOn() {
        PulseMonitor monitor = observe(observe(PulseMonitor.NONE, 0, 2, a, b), 2 * STEP, 1, a, b.withBeat(2));
        assertThat(monitor.expired(incarnation("a"), TIME_TO_LIVE, TIMING)).isEmpty();
        assertThat(monitor.nextExpiry(incarnation("a"), TIMING)).isEqualTo(2 * STEP + TIME_TO_LIVE);
        assertThat(monitor.age(incarnation("b"), 3 * STEP)).contains(STEP);
        assertThat(monitor.age(incarnation("c"), 3 * STEP)).isEmpty();
    }

    @Test
    void aMemberNeverExpiresItself() {
        PulseMonitor monitor = PulseMonitor.NONE.observed(List.of(a), 0, TIMING);
        assertThat(monitor.expired(incarnation("a"), 2 * TIME_TO_LIVE, TIMING)).isEmpty();
        assertThat(monitor.nextExpiry(incarnation("a"), TIMING)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anotherIncarnationIsObservedAnew() {
        Card rejoined = new Card(b.member().withIncarnation(2), b.beat(), 0, b.state(), "");
        PulseMonitor monitor =
                PulseMonitor.NONE.observed(List.of(a, b), 0, TIMING).observed(List.of(a, rejoined), STEP, TIMING);
        assertThat(monitor.age(rejoined.incarnation(), STEP)).contains(0L);
        assertThat(monitor.age(b.incarnation(), STEP)).isEmpty();
    }

    @Test
    void aLookLaterThanALeaseStartsAllObservationsAgain() {
        PulseMonitor before = PulseMonitor.NONE.observed(List.of(a, b), 0, TIMING);
        assertThat(before.observed(List.of(a, b), LEASE, TIMING).age(incarnation("b"), LEASE))
                .contains(LEASE);
        assertThat(before.observed(List.of(a, b), LEASE + 1, TIMING).age(incarnation("b"), LEASE + 1))
                .contains(0L);
    }

    @Test
    void theFirstLookIsNeverLateWhateverTheClockSays() {
        for (long now : new long[] {Long.MIN_VALUE / 2, -1, 0, Long.MAX_VALUE / 2}) {
            assertThat(PulseMonitor.NONE.observed(List.of(b), now, TIMING).age(incarnation("b"), now + 5))
                    .contains(5L);
        }
    }

    @Test
    void aMemberThatIsGoneIsNotObserved() {
        PulseMonitor monitor = PulseMonitor.NONE.observed(List.of(a, b), 0, TIMING);
        assertThat(monitor.without(incarnation("b")).expired(incarnation("a"), TIME_TO_LIVE, TIMING))
                .isEmpty();
        assertThat(monitor.observed(List.of(a), STEP, TIMING).beats()).containsOnlyKeys(incarnation("a"));
    }

    /** Observes the same cards several times, a step apart. */
    private static PulseMonitor observe(PulseMonitor before, long from, int looks, Card... cards) {
        PulseMonitor monitor = before;
        for (int look = 0; look < looks; look++) {
            monitor = monitor.observed(List.of(cards), from + look * STEP, TIMING);
        }
        return monitor;
    }
}
