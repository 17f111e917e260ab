package dev.divvy.distributor.ping;

import io.grpc.Deadline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One ping of a service, which may try several methods before its deadline. Written by its own callbacks, which are serialized. */
final class PingAttempt {

    private final long started = System.nanoTime();
    private final Deadline deadline;
    private final Deque<PingMethod<?, ?>> remaining;
    private final Consumer<PingResult> onResult;
    private boolean reusesConnection;

    PingAttempt(
            List<PingMethod<?, ?>> methods,
            PingMethod<?, ?> first,
            boolean reusesConnection,
            Duration timeout,
            Consumer<PingResult> onResult) {
        deadline = Deadline.after(timeout.toNanos(), TimeUnit.NANOSECONDS);
        remaining = new ArrayDeque<>(methods);
        remaining.remove(first);
        remaining.addFirst(first);
        this.reusesConnection = reusesConnection;
        this.onResult = onResult;
    }

    Deadline deadline() {
        return deadline;
    }

    PingMethod<?, ?> next() {
        return remaining.remove();
    }

    boolean hasNext() {
        return !remaining.isEmpty();
    }

    /** Schedules the method once more if it was called over a reused connection; returns false if not, or if that happened before. */
    boolean retry(PingMethod<?, ?> method) {
        if (!reusesConnection) {
            return false;
        }
        reusesConnection = false;
        remaining.addFirst(method);
        return true;
    }

    Duration took() {
        return Duration.ofNanos(System.nanoTime() - started);
    }

    void complete(Optional<String> denial, Duration took) {
        onResult.accept(new PingResult(denial, took));
    }
}
