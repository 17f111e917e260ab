package dev.divvy.testservers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for a condition, checking it again and again, with a deadline that only a fault reaches. */
public final class Await {

    /** Longer than any server or process that a test asks waits itself. */
    public static final Duration LIMIT = Duration.ofSeconds(90);

    private static final long SHORTEST_REST = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_REST = TimeUnit.MILLISECONDS.toNanos(50);

    private Await() {}

    /** A condition whose check may fail. */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean holds() throws E;
    }

    public static <E extends Exception> void until(String what, Condition<E> condition) throws E {
        until(what, LIMIT, condition);
    }

    public static <E extends Exception> void until(String what, Duration atMost, Condition<E> condition) throws E {
        if (!within(atMost, condition)) {
            throw new AssertionError("waited in vain for " + atMost.toSeconds() + " s: " + what);
        }
    }

    /** Returns whether the condition held before the time was up. */
    public static <E extends Exception> boolean within(Duration atMost, Condition<E> condition) throws E {
        long began = System.nanoTime();
        while (!condition.holds()) {
            long waited = System.nanoTime() - began;
            if (waited > atMost.toNanos()) {
                return false;
            }
            // Found soon what comes soon, and little work for what takes long.
            LockSupport.parkNanos(Math.max(SHORTEST_REST, Math.min(LONGEST_REST, waited / 8)));
        }
        return true;
    }

    public static void until(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("waited in vain for " + LIMIT.toSeconds() + " s");
        }
    }

    public static <T> T get(Future<T> answer) throws Exception {
        return answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** Returns the first answer that is not empty. */
    public static <T> T present(String what, Supplier<Optional<T>> question) {
        List<T> answers = new ArrayList<>();
        until(what, () -> question.get().map(answers::add).orElse(false));
        return answers.get(0);
    }

    /** Asks until there is an answer and no failure of this class. For questions that may be repeated. */
    public static <T> T answer(String what, Class<? extends RuntimeException> failure, Supplier<T> question) {
        return present(what, () -> {
            try {
                return Optional.of(question.get());
            } catch (RuntimeException e) {
                if (failure.isInstance(e)) {
                    return Optional.empty();
                }
                throw e;
            }
        });
    }
}
