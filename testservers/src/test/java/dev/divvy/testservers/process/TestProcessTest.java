package dev.divvy.testservers.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class TestProcessTest {

    private static final int ROUNDS = 20;

    /** Says of every line when it came, while another of its threads is busy. */
    static final class Clerk {

        private Clerk() {}

        public static void main(String[] words) {
            Thread busy = new Thread(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                }
            });
            busy.setDaemon(true);
            busy.start();
            Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8);
            while (lines.hasNextLine()) {
                System.out.println(lines.nextLine() + " " + System.nanoTime());
            }
        }
    }

    @Test
    void oneThatWasMadeToStandStillHearsNothingUntilItGoesOn() {
        try (TestProcess clerk = TestProcess.start("clerk", Clerk.class, List.of(), Map.of())) {
            clerk.tell("first");
            clerk.awaitSaid("first ", 1);
            for (int round = 0; round < ROUNDS; round++) {
                clerk.pause();
                clerk.tell("line" + round);
                // Time for it to hear what it must not.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
                long goesOn = System.nanoTime();
                clerk.resume();
                String heard = clerk.awaitSaid("line" + round + " ", 1).get(0);
                assertThat(Long.parseLong(heard) - goesOn)
                        .as("when it heard, after it was to go on, in round %d", round)
                        .isPositive();
            }
        }
    }

    @Test
    void whatWasSaidAgainAndAgainIsOnceInTheTail() {
        try (TestProcess same = TestProcess.start(
                "same", List.of("/bin/sh", "-c", "echo a; for i in 1 2 3; do echo b; done; echo c; cat"), Map.of())) {
            same.awaitSaid("c", 1);
            assertThat(same.tail()).endsWith("\na\nb\nc\n");
        }
    }

    @Test
    void pausingOneThatHasEndedDoesNothing() {
        try (TestProcess gone = TestProcess.start("gone", List.of("/bin/sh", "-c", "echo ready; cat"), Map.of())) {
            gone.awaitSaid("ready", 1);
            gone.kill();
            gone.pause();
            assertThat(gone.ended()).isTrue();
        }
    }
}
