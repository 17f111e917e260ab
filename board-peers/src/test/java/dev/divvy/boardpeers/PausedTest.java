package dev.divvy.boardpeers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Timing;
import dev.divvy.testservers.process.TestProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
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
            assertThat(processes.tails()).contains("it is suspected to have failed");
        }
    }

    /** It finds nobody, since a paused process does not reply, and starts a mesh of its own; the older side is continued all the same. */
    @Test
    @Tag("long")
    void aNodeThatStartedBesideAPausedOneLosesAgainstIt() throws Exception {
        for (int round = 0; round < 5; round++) {
            try (MeshProcesses processes = new MeshProcesses(2, Timing.PEERS.pulse(), Timing.PEERS.timeToLive())) {
                TestProcess old = processes.start(0);
                processes.awaitShared(1);
                long incarnation = incarnation(old);
                old.pause();
                TestProcess newcomer = processes.start(1);
                processes.awaitAllHeldBy(List.of(1));
                old.resume();
                processes.awaitShared(2);
                assertThat(incarnation(old))
                        .as("the older side, in round %d", round)
                        .isEqualTo(incarnation);
                assertThat(newcomer.awaitOutput("heal ", 1))
                        .singleElement()
                        .asString()
                        .startsWith("lost");
                assertThat(old.awaitOutput("heal ", 1))
                        .singleElement()
                        .asString()
                        .startsWith("won");
            }
        }
    }

    private static long incarnation(TestProcess process) {
        int before = process.output("incarnation ").size();
        process.send("report");
        return Long.parseLong(process.awaitOutput("incarnation ", before + 1).get(before));
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
