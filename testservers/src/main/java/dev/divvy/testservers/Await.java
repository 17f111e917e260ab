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

/** Waits for a condition by polling, with a deadline that only a failure reaches. */
public final class Await {

    /** Longer than any timeout of the servers and processes that tests use. */
    public static final Duration LIMIT = Duration.ofSeconds(90);

    private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

    private Await() {}

    /** A condition whose check may fail. */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean holds() throws E;
    }

    public static <E extends Exception> void until(String what, Condition<E> condition) throws E {
        until(what, LIMIT, condition);
    }

    public static <E extends Exception> void until(String what, Duration timeout, Condition<E> condition) throws E {
        if (!within(timeout, condition)) {
            throw new AssertionError("not within " + timeout.toSeconds() + " s: " + what);
        }
    }

    /** Returns whether the condition held before the timeout. */
    public static <E extends Exception> boolean within(Duration timeout, Condition<E> condition) throws E {
        long began = System.nanoTime();
        while (!condition.holds()) {
            long waited = System.nanoTime() - began;
            if (waited > timeout.toNanos()) {
                return false;
            }
            // Short pauses first, so that a quick change is seen soon; longer ones later, to save work.
            LockSupport.parkNanos(Math.max(SHORTEST_PAUSE, Math.min(LONGEST_PAUSE, waited / 8)));
        }
        return true;
    }

    public static void until(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the latch did not open within " + LIMIT.toSeconds() + " s");
        }
    }

    public static <T> T get(Future<T> future) throws Exception {
        return future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** Returns the first value that is not empty. */
    public static <T> T present(String what, Supplier<Optional<T>> supplier) {
        List<T> values = new ArrayList<>();
        until(what, () -> supplier.get().map(values::add).orElse(false));
        return values.get(0);
    }

    /** Repeats a call until it does not throw this exception, and returns its result. For calls that may be repeated. */
    public static <T> T answer(String what, Class<? extends RuntimeException> retryOn, Supplier<T> supplier) {
        return present(what, () -> {
            try {
                return Optional.of(supplier.get());
            } catch (RuntimeException e) {
                if (retryOn.isInstance(e)) {
                    return Optional.empty();
                }
                throw e;
            }
        });
    }
}
