package dev.divvy.distributor.writer;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The number of units that may move within a minute before services wait to join or return. Units of services that are gone move at once, and
 * count too. Used by the writing thread only.
 */
final class MoveBudget {

    private static final Duration WINDOW = Duration.ofMinutes(1);

    private record Spent(long at, int units) {}

    private final OptionalInt most;
    private final Deque<Spent> recent = new ArrayDeque<>();

    /** @param most the number of units; empty for no limit */
    MoveBudget(OptionalInt most) {
        this.most = most;
    }

    void moved(int units, long now) {
        if (most.isPresent() && units > 0) {
            recent.addLast(new Spent(now, units));
        }
    }

    /** Returns the reason why services have to wait; empty when they may join. */
    Optional<String> refusal(long now) {
        while (!recent.isEmpty() && now - recent.getFirst().at() >= WINDOW.toNanos()) {
            recent.removeFirst();
        }
        int spent = recent.stream().mapToInt(Spent::units).sum();
        return most.isEmpty() || spent < most.getAsInt()
                ? Optional.empty()
                : Optional.of("waits, because " + spent + " units moved within the last minute");
    }
}
