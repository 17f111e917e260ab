package dev.divvy.cache.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CopyWindowTest {

    private static final long PART = 4 << 10;
    private static final long SOON = CopyWindow.TARGET_NANOS / 2;
    private static final long LATE = CopyWindow.TARGET_NANOS * 2;

    private final CopyWindow window = new CopyWindow();

    @Test
    void aSlowReceiverIsSentLittleAtATimeSoThatChangesDoNotWait() {
        for (int i = 0; i < 20; i++) {
            window.changed();
            window.replied(fill(), LATE);
        }
        window.changed();
        assertThat(fill()).isLessThanOrEqualTo(CopyWindow.LEAST_BYTES + PART);
    }

    @Test
    void withoutChangesASlowReceiverIsSentMoreBecauseNobodyWaits() {
        window.replied(fill(), TimeUnit.SECONDS.toNanos(1));
        for (int i = 0; i < 20; i++) {
            assertThat(fill()).isGreaterThanOrEqualTo(CopyWindow.LEAST_ALONE_BYTES);
            window.replied(CopyWindow.LEAST_ALONE_BYTES, 2 * CopyWindow.TARGET_ALONE_NANOS);
        }
        for (int i = 0; i < CopyWindow.SHARED_REPLIES; i++) {
            window.changed();
            window.replied(fill(), LATE);
        }
        assertThat(fill()).as("after changes").isLessThan(CopyWindow.LEAST_ALONE_BYTES);
    }

    @Test
    void aFastReceiverIsSentMoreAndMore() {
        for (int i = 0; i < 100; i++) {
            window.replied(fill(), SOON);
        }
        assertThat(fill()).isBetween(CopyWindow.MOST_BYTES, CopyWindow.MOST_BYTES + PART);
    }

    @Test
    void repliesToOtherMessagesTellNothingAboutCopies() {
        long before = fill();
        window.replied(before, SOON);
        long limit = fill();
        for (int i = 0; i < 20; i++) {
            window.replied(0, LATE);
        }
        window.replied(limit, SOON);
        assertThat(fill()).isGreaterThan(limit);
    }

    /** Adds parts while there is room, and returns their bytes. */
    private long fill() {
        long bytes = 0;
        while (window.hasRoom()) {
            window.add(PART);
            bytes += PART;
        }
        return bytes;
    }
}
