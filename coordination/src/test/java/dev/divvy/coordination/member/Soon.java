package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Membership;
import dev.divvy.testservers.Await;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for conditions, with a deadline that only a fault exceeds. */
final class Soon {

    static final Duration LIMIT = Duration.ofSeconds(30);

    private Soon() {}

    static void until(String what, BooleanSupplier condition) {
        Await.until(what, LIMIT, condition::getAsBoolean);
    }

    /** Returns the first value that is not empty. */
    static <T> T got(String what, Supplier<Optional<T>> supplier) {
        return Await.present(what, supplier);
    }

    /** Pauses between two checks, so that a waiting thread does not keep others from working. */
    static void rest() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }

    static void until(CountDownLatch latch) throws InterruptedException {
        Await.until(latch);
    }

    static <T> T get(CompletableFuture<T> answer) throws Exception {
        return Await.get(answer);
    }

    static void running(Membership... members) throws InterruptedException {
        for (Membership member : members) {
            assertThat(member.awaitRunning(LIMIT)).as("%s runs", member.id()).isTrue();
        }
    }
}
