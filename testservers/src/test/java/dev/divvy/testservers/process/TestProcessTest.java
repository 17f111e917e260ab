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

    /** Prints the time of every line that it reads, while another of its threads is busy. */
    static final class TimestampingEcho {

        private TimestampingEcho() {}

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
    void aPausedProcessReadsNothingUntilItIsResumed() {
        try (TestProcess echo = TestProcess.start("echo", TimestampingEcho.class, List.of(), Map.of())) {
            echo.send("first");
            echo.awaitOutput("first ", 1);
            for (int round = 0; round < ROUNDS; round++) {
                echo.pause();
                echo.send("line" + round);
                // Time for it to read the line, which it must not.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
                long resumed = System.nanoTime();
                echo.resume();
                String read = echo.awaitOutput("line" + round + " ", 1).get(0);
                assertThat(Long.parseLong(read) - resumed)
                        .as("when it read, after the resume, in round %d", round)
                        .isPositive();
            }
        }
    }

    @Test
    void repeatedLinesAreInTheTailOnce() {
        try (TestProcess same = TestProcess.start(
                "same", List.of("/bin/sh", "-c", "echo a; for i in 1 2 3; do echo b; done; echo c; cat"), Map.of())) {
            same.awaitOutput("c", 1);
            assertThat(same.tail()).endsWith("\na\nb\nc\n");
        }
    }

    @Test
    void pausingAnEndedProcessDoesNothing() {
        try (TestProcess gone = TestProcess.start("gone", List.of("/bin/sh", "-c", "echo ready; cat"), Map.of())) {
            gone.awaitOutput("ready", 1);
            gone.kill();
            gone.pause();
            assertThat(gone.ended()).isTrue();
        }
    }
}
