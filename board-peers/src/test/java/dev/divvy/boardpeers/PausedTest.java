package dev.divvy.boardpeers;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Paused processes: their connections stay open, so the others wait until their leases have ended. */
@Timeout(180)
class PausedTest {

    @Test
    void aPausedProcessHoldsNothingWhenItResumes() throws Exception {
        try (MeshProcesses processes = MeshProcesses.withDefaults(3)) {
            pause(processes, 2);
            pause(processes, 0);
        }
    }

    private static void pause(MeshProcesses processes, int index) throws Exception {
        long before = System.nanoTime();
        processes.process(index).pause();
        processes.awaitShared(2, MeshProcesses.id(index));
        System.out.println("held again after " + MeshProcesses.id(index) + " was paused: "
                + Duration.ofNanos(processes.lastGainAfter(before) - before).toMillis() + " ms");
        processes.process(index).resume();
        processes.awaitShared(3);
        processes.checkNoneTwice();
    }
}
