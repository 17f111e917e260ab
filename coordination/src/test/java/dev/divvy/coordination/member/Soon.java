package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Membership;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what must come, with a deadline that only a fault reaches. */
final class Soon {

    static final Duration LIMIT = Duration.ofSeconds(30);

    private Soon() {}

    static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end)
                    .as("waited in vain until %s", what)
                    .isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }

    /** The first answer that is not empty. */
    static <T> T got(String what, Supplier<Optional<T>> question) {
        List<T> answers = new ArrayList<>();
        until(what, () -> question.get().map(answers::add).orElse(false));
        return answers.get(0);
    }

    /** A moment between two looks, so that who waits does not keep others from working. */
    static void rest() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }

    static void until(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as("waited in vain")
                .isTrue();
    }

    static <T> T get(CompletableFuture<T> answer) throws InterruptedException, ExecutionException, TimeoutException {
        return answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    static void running(Membership... members) throws InterruptedException {
        for (Membership member : members) {
            assertThat(member.awaitRunning(LIMIT)).as("%s runs", member.id()).isTrue();
        }
    }
}
