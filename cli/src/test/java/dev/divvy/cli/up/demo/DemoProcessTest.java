package dev.divvy.cli.up.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class DemoProcessTest {

    /** A process that ignores the end of its input. */
    static final class Deaf {
        private Deaf() {}

        public static void main(String[] args) throws InterruptedException {
            new CountDownLatch(1).await();
        }
    }

    @Test
    void aProcessThatDoesNotEndByItselfIsKilledAndThatIsSaid() {
        List<String> messages = new ArrayList<>();
        DemoProcess deaf = new DemoProcess(JavaCommand.quiet("deaf", Deaf.class, "32m", List::of, Map.of()));
        try {
            DemoProcess.end(List.of(deaf), messages::add);
            assertThat(messages)
                    .containsExactly(
                            "waiting for deaf; press Ctrl-C again to kill it",
                            "deaf did not stop in time and was killed");
            assertThat(deaf.isAlive()).isFalse();
        } finally {
            deaf.kill();
        }
    }
}
