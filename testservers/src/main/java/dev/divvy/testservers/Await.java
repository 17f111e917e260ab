package dev.divvy.testservers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for what must come, with a deadline that only a fault reaches. */
public final class Await {

    /** Longer than the most patient of those who are asked wait themselves. */
    public static final Duration LIMIT = Duration.ofSeconds(90);

    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private Await() {}

    /** Something that may be so, or may fail to be asked. */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean holds() throws E;
    }

    public static <E extends Exception> void until(String what, Condition<E> condition) throws E {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("waited in vain for " + LIMIT.toSeconds() + " s: " + what);
            }
            LockSupport.parkNanos(REST_NANOS);
        }
    }

    public static void until(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("waited in vain for " + LIMIT.toSeconds() + " s");
        }
    }

    public static <T> T get(Future<T> answer) throws Exception {
        return answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** Asks until there is an answer and no such trouble. For questions that may be repeated. */
    public static <T> T answer(String what, Class<? extends RuntimeException> trouble, Supplier<T> question) {
        List<T> answers = new ArrayList<>();
        until(what, () -> {
            try {
                return answers.add(question.get());
            } catch (RuntimeException e) {
                if (trouble.isInstance(e)) {
                    return false;
                }
                throw e;
            }
        });
        return answers.get(0);
    }
}
