package dev.divvy.outbox.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.hash.HashRange;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScanScopeTest {

    private static final HashRange ALL = new HashRange(Integer.MIN_VALUE, Integer.MAX_VALUE);

    @Test
    void aNotificationNamesABucketByTheUpperBitsOfAHash() {
        assertThat(ScanScope.ofNotification("0").within(List.of(ALL)))
                .containsExactly(new HashRange(Integer.MIN_VALUE, Integer.MIN_VALUE + 0xFFFFFFL));
        assertThat(ScanScope.ofNotification("128").within(List.of(ALL))).containsExactly(new HashRange(0, 0xFFFFFF));
        assertThat(ScanScope.ofNotification("255").within(List.of(ALL)))
                .containsExactly(new HashRange(Integer.MAX_VALUE - 0xFFFFFFL, Integer.MAX_VALUE));
    }

    @Test
    void aNotificationThatNamesNoBucketStandsForEverything() {
        for (String payload : List.of("", "256", "-1", "a")) {
            assertThat(ScanScope.ofNotification(payload)).isEqualTo(ScanScope.EVERYTHING);
        }
        assertThat(ScanScope.EVERYTHING.within(List.of(ALL))).containsExactly(ALL);
    }

    @Test
    void whatIsNotHeldIsNotRead() {
        HashRange held = new HashRange(100, 200);
        assertThat(ScanScope.ofNotification("127").within(List.of(held))).isEmpty();
        assertThat(ScanScope.ofNotification("128").within(List.of(held))).containsExactly(held);
        assertThat(ScanScope.NOTHING.within(List.of(held))).isEmpty();
    }

    @Test
    void scopesAreAdded() {
        ScanScope both = ScanScope.ofNotification("130").and(ScanScope.ofNotification("129"));
        assertThat(both.within(List.of(ALL)))
                .hasSize(2)
                .isSortedAccordingTo((a, b) -> Long.compare(a.first(), b.first()));
        assertThat(both.and(ScanScope.NOTHING)).isEqualTo(both);
        assertThat(both.and(ScanScope.EVERYTHING)).isEqualTo(ScanScope.EVERYTHING);
    }
}
