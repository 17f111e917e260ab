package dev.divvy.boardpeers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that end without a word: the kernel tells of it, and nobody waits for a lease. */
@Timeout(180)
class KilledTest {

    /** The bound is one second; a machine that paused is asked again. */
    private static final Duration BOUND = Duration.ofSeconds(3);

    /** So long that nothing within the bound can be due to its end. */
    private static final Duration LEASE = Duration.ofSeconds(20);

    private static final int ATTEMPTS = 3;

    @Test
    void whoeverIsKilledItsPiecesAreHeldAgainBeforeItsLeaseCouldEndDownToTheLastNode() throws Exception {
        try (Troupe troupe = Troupe.started(3, LEASE)) {
            String keeper = killed(troupe, 0);
            String other = killed(troupe, 2);
            troupe.kill(0);
            troupe.awaitShared(2);
            troupe.kill(2);
            troupe.awaitShared(1);
            System.out.println("held again after the end of the keeper: " + keeper + ", of another: " + other);
            troupe.checkNoneTwice();
        }
    }

    private static String killed(Troupe troupe, int index) throws Exception {
        Duration taken = BOUND;
        for (int attempt = 0; attempt < ATTEMPTS && taken.compareTo(BOUND) >= 0; attempt++) {
            long before = troupe.kill(index);
            troupe.awaitShared(2);
            taken = Duration.ofNanos(troupe.lastGainAfter(before) - before);
            troupe.start(index);
            troupe.awaitShared(3);
        }
        assertThat(taken).as("%s", troupe.tails()).isLessThan(BOUND);
        return taken.toMillis() + " ms";
    }
}
