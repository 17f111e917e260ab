package dev.divvy.boardpeers;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that stand still: their connections stay, so silence is borne until their leases have ended. */
@Timeout(180)
class PausedTest {

    @Test
    void whoeverStandsStillHoldsNothingWhenItWakes() throws Exception {
        try (Troupe troupe = Troupe.usual(3)) {
            paused(troupe, 2);
            paused(troupe, 0);
        }
    }

    private static void paused(Troupe troupe, int index) throws Exception {
        long before = System.nanoTime();
        troupe.player(index).pause();
        troupe.awaitShared(2, Troupe.id(index));
        System.out.println("held again after " + Troupe.id(index) + " stood still: "
                + Duration.ofNanos(troupe.lastGainAfter(before) - before).toMillis() + " ms");
        troupe.player(index).resume();
        troupe.awaitShared(3);
        troupe.checkNoneTwice();
    }
}
