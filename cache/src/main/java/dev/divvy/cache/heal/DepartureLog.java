package dev.divvy.cache.heal;

import dev.divvy.boardpeers.Heal;
import dev.divvy.cache.replication.DepartureListener;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * The last moments at which this node lost other nodes from its board. Only after such a moment can it answer a change that the nodes of
 * another side do not know: before, it waits for all that may have a copy. So a node that was merely paused has no changes to report,
 * although to the others its pause was a split. Thread-safe.
 */
final class DepartureLog implements DepartureListener {

    /** The most moments that are kept: only the latest matter. */
    private static final int MAX_MOMENTS = 16;

    /**
     * A moment.
     *
     * @param rejoined the heal because of which this node had joined again before; its report is about the time before that
     */
    private record Moment(long nanos, Optional<Heal> rejoined) {}

    private final HealGate gate;
    private final LongSupplier clock;
    private final Deque<Moment> moments = new ArrayDeque<>();
    private Optional<Heal> rejoined = Optional.empty();

    DepartureLog(HealGate gate, LongSupplier clock) {
        this.gate = gate;
        this.clock = clock;
    }

    @Override
    public synchronized void began() {
        rejoined = gate.isOpen() ? Optional.empty() : gate.splits().lastHeal();
        departed();
    }

    @Override
    public synchronized void departed() {
        moments.add(new Moment(clock.getAsLong(), rejoined));
        if (moments.size() > MAX_MOMENTS) {
            moments.remove();
        }
    }

    /** Whether this node lost others from its board since then, and before this heal; with no time, at any moment. */
    synchronized boolean contains(OptionalLong since, Heal heal) {
        return moments.stream()
                .filter(moment -> moment.rejoined.filter(heal::equals).isEmpty())
                .anyMatch(moment -> since.isEmpty() || moment.nanos - since.getAsLong() >= 0);
    }
}
