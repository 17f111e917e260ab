package dev.divvy.cli.distributor.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what must come, with a deadline that only a fault reaches. */
final class Soon {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Soon() {}

    /** What is checked must hold of one and the same answer: all of it is checked again until it does. */
    static void holds(String what, Runnable checks) {
        AtomicReference<AssertionError> last = new AtomicReference<>(new AssertionError(what));
        try {
            until(what, () -> {
                try {
                    checks.run();
                    return true;
                } catch (AssertionError e) {
                    last.set(e);
                    return false;
                }
            });
        } catch (AssertionError e) {
            e.addSuppressed(last.get());
            throw e;
        }
    }

    static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end)
                    .as("waited in vain for %s", what)
                    .isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }
}
