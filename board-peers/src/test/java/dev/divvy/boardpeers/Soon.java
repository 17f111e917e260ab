package dev.divvy.boardpeers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what must come, with a deadline that only a fault reaches. */
final class Soon {

    static final Duration LIMIT = Duration.ofMinutes(1);

    private Soon() {}

    static void until(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime() - end)
                    .as("waited in vain until %s", what)
                    .isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }
}
