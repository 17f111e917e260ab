package dev.divvy.cache.heal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CompanionTrackerTest {

    private static final List<String> ALL = List.of("a", "b", "c");

    private final CompanionTracker tracker = new CompanionTracker();
    private long now = 100;

    private void ticks(int count, boolean apart, boolean leased, List<String> names) {
        for (int i = 0; i < count; i++) {
            now++;
            tracker.tick(now, apart, leased, names);
        }
    }

    @Test
    void theNodesOfALongSplitAreCompanionsAlsoIfTheyAreGoneWhenItHeals() {
        ticks(10, false, true, List.of("a", "b", "c", "d"));
        long since = now;
        ticks(2, true, true, List.of("a", "b", "c", "d"));
        ticks(10, true, true, List.of("b", "c"));
        ticks(10, true, true, List.of("b"));
        assertThat(tracker.companions(OptionalLong.of(since), true, List.of("b")))
                .containsExactly("b", "c");
    }

    /** Its table is from before the pause. The lease did not run since, so it served with none of these nodes. */
    @Test
    void aPausedNodeHasNoCompanions() {
        ticks(10, false, true, ALL);
        long since = now;
        now += 1_000;
        ticks(20, true, false, ALL);
        assertThat(tracker.companions(OptionalLong.of(since), false, ALL)).isEmpty();
    }

    /** A contact that seems to be later than the pause, because of messages that waited, changes nothing. */
    @Test
    void messagesThatWaitedDuringAPauseMakeNoCompanions() {
        ticks(10, false, true, ALL);
        now += 1_000;
        ticks(1, true, false, ALL);
        assertThat(tracker.companions(OptionalLong.of(now), false, ALL)).isEmpty();
    }

    /** A machine that vanished for good keeps a node apart for ever: nodes that left since are not companions of a later heal. */
    @Test
    void nodesThatWereSeenBeforeTheLastContactAreNoCompanions() {
        ticks(50, true, true, ALL);
        ticks(50, true, true, List.of("a", "b"));
        long since = now;
        now += 1_000;
        ticks(3, true, false, List.of("a", "b"));
        assertThat(tracker.companions(OptionalLong.of(since + 1), false, List.of("a", "b")))
                .isEmpty();
        assertThat(tracker.companions(OptionalLong.of(since), false, List.of("a", "b")))
                .containsExactly("a", "b");
    }

    @Test
    void afterAShortSplitTheNodesOfTheTableAreNamed() {
        ticks(1, true, true, ALL);
        assertThat(tracker.companions(OptionalLong.of(0), true, ALL)).containsExactlyElementsOf(ALL);
    }

    @Test
    void nodesThatWereNeverInContactWithTheOthersAreCompanions() {
        ticks(5, false, true, List.of("x", "y"));
        assertThat(tracker.companions(OptionalLong.empty(), true, List.of("y"))).containsExactly("y");
    }
}
