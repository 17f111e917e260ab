package dev.divvy.distributor.ping;

import io.grpc.Deadline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One ping of a service, which may ask in several ways before its time is over. Its own callbacks, one after the other, write it. */
final class PingAttempt {

    private final long begun = System.nanoTime();
    private final Deadline deadline;
    private final Deque<PingMethod<?, ?>> left;
    private final Consumer<PingResult> told;
    private boolean onKeptConnection;

    PingAttempt(
            List<PingMethod<?, ?>> ways,
            PingMethod<?, ?> first,
            boolean onKeptConnection,
            Duration timeout,
            Consumer<PingResult> told) {
        deadline = Deadline.after(timeout.toNanos(), TimeUnit.NANOSECONDS);
        left = new ArrayDeque<>(ways);
        left.remove(first);
        left.addFirst(first);
        this.onKeptConnection = onKeptConnection;
        this.told = told;
    }

    Deadline deadline() {
        return deadline;
    }

    PingMethod<?, ?> next() {
        return left.remove();
    }

    boolean hasNext() {
        return !left.isEmpty();
    }

    /** Once, and only if it was asked over a connection from before; false when that is not so. */
    boolean again(PingMethod<?, ?> way) {
        if (!onKeptConnection) {
            return false;
        }
        onKeptConnection = false;
        left.addFirst(way);
        return true;
    }

    Duration took() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    void answer(Optional<String> denial, Duration took) {
        told.accept(new PingResult(denial, took));
    }
}
