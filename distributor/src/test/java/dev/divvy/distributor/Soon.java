package dev.divvy.distributor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.store.StoreTroubleException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what must come, with a deadline that only a fault reaches. */
public final class Soon {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private Soon() {}

    public static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end)
                    .as("waited in vain for %s", what)
                    .isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    /** Asks a store until it answers: on a busy machine it may take longer than a store is waited for. For questions that may be repeated. */
    public static <T> T answer(String what, Supplier<T> question) {
        List<T> answers = new ArrayList<>();
        until(what, () -> {
            try {
                answers.add(question.get());
                return true;
            } catch (StoreTroubleException e) {
                return false;
            }
        });
        return answers.get(0);
    }
}
