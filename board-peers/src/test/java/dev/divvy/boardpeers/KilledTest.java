package dev.divvy.boardpeers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that are killed: the kernel reports it, and no node waits for a lease to end. */
@Timeout(180)
class KilledTest {

    /** Longer than the promised second; a run on a machine that paused is repeated. */
    private static final Duration BOUND = Duration.ofSeconds(3);

    /** So long that nothing within the bound can be caused by its end. */
    private static final Duration LEASE = Duration.ofSeconds(20);

    private static final int ATTEMPTS = 3;

    @Test
    void thePiecesOfAKilledProcessAreHeldAgainBeforeItsLeaseCouldEnd() throws Exception {
        try (MeshProcesses processes = MeshProcesses.started(3, LEASE)) {
            String primary = kill(processes, 0);
            String replica = kill(processes, 2);
            processes.kill(0);
            processes.awaitShared(2);
            processes.kill(2);
            processes.awaitShared(1);
            System.out.println("held again after the end of the primary: " + primary + ", of a replica: " + replica);
            processes.checkNoneTwice();
        }
    }

    private static String kill(MeshProcesses processes, int index) throws Exception {
        Duration taken = BOUND;
        for (int attempt = 0; attempt < ATTEMPTS && taken.compareTo(BOUND) >= 0; attempt++) {
            long before = processes.kill(index);
            processes.awaitShared(2);
            taken = Duration.ofNanos(processes.lastGainAfter(before) - before);
            processes.start(index);
            processes.awaitShared(3);
        }
        assertThat(taken).as("%s", processes.tails()).isLessThan(BOUND);
        return taken.toMillis() + " ms";
    }
}
