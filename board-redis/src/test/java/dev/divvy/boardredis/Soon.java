package dev.divvy.boardredis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.member.Membership;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what must come, with a deadline that only a fault reaches. */
public final class Soon {

    public static final Duration LIMIT = Duration.ofMinutes(1);

    private Soon() {}

    public static void until(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime() - end)
                    .as("waited in vain until %s", what)
                    .isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    public static void until(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as("waited in vain")
                .isTrue();
    }

    public static <T> T get(Future<T> answer) throws Exception {
        return answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    public static void running(Membership... members) throws InterruptedException {
        for (Membership member : members) {
            assertThat(member.awaitRunning(LIMIT)).as("%s runs", member.id()).isTrue();
        }
    }
}
