package dev.divvy.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class DemoProcessTest {

    /** A process that does not care about the end of its input. */
    static final class Deaf {
        private Deaf() {}

        public static void main(String[] args) throws InterruptedException {
            new CountDownLatch(1).await();
        }
    }

    @Test
    void aProcessThatDoesNotEndByItselfIsKilledAndThatIsSaid() {
        List<String> said = new ArrayList<>();
        DemoProcess deaf = new DemoProcess("deaf", Deaf.class, "32m", List.of(), Map.of());
        try {
            DemoProcess.end(List.of(deaf), said::add);
            assertThat(said)
                    .containsExactly(
                            "waiting for deaf; Ctrl-C again ends it by force", "deaf did not answer and was killed");
            assertThat(deaf.isAlive()).isFalse();
        } finally {
            deaf.kill();
        }
    }
}
