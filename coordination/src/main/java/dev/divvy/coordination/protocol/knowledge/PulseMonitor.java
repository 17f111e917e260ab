package dev.divvy.coordination.protocol.knowledge;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Card;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Detects dead members: records since when each beat has been unchanged, on this member's own clock.
 *
 * @param beats the last beat of every incarnation on the board
 * @param lastLook when the board was last read
 */
public record PulseMonitor(NavigableMap<Incarnation, ObservedBeat> beats, long lastLook) {

    /**
     * A beat that was observed.
     *
     * @param since when it was first seen
     * @param timeToLive the time-to-live on the member's card
     */
    public record ObservedBeat(long beat, long since, long timeToLive) {

        private long expiry(Timing timing) {
            return since + Math.max(timeToLive, timing.timeToLive().toNanos());
        }
    }

    public static final PulseMonitor NONE = new PulseMonitor(new TreeMap<>(), Long.MIN_VALUE);

    /**
     * Returns the monitor after the board was read. If the last read is longer ago than a lease, all observations start again: a board that
     * was unavailable to one member usually was to the others, and those that have not come back yet must not be ejected at once.
     */
    public PulseMonitor observed(List<Card> cards, long now, Timing timing) {
        boolean late =
                lastLook != Long.MIN_VALUE && now - lastLook > timing.lease().toNanos();
        NavigableMap<Incarnation, ObservedBeat> next = new TreeMap<>();
        for (Card card : cards) {
            ObservedBeat before = late ? null : beats.get(card.incarnation());
            next.put(
                    card.incarnation(),
                    before != null && before.beat() == card.beat()
                            ? before
                            : new ObservedBeat(
                                    card.beat(), now, card.timeToLive().toNanos()));
        }
        return new PulseMonitor(next, now);
    }

    /** Returns another member whose beat has not changed for a whole time-to-live. */
    public Optional<Map.Entry<Incarnation, ObservedBeat>> expired(Incarnation me, long now, Timing timing) {
        return beats.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(me))
                .filter(entry -> now >= entry.getValue().expiry(timing))
                .findFirst();
    }

    /** Returns when the next member expires if its beat does not change. */
    public long nextExpiry(Incarnation me, Timing timing) {
        return beats.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(me))
                .mapToLong(entry -> entry.getValue().expiry(timing))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    public PulseMonitor without(Incarnation incarnation) {
        NavigableMap<Incarnation, ObservedBeat> next = new TreeMap<>(beats);
        next.remove(incarnation);
        return new PulseMonitor(next, lastLook);
    }

    /** Returns how long ago this member's beat last changed, if it is on the board. */
    public Optional<Long> age(Incarnation incarnation, long now) {
        return Optional.ofNullable(beats.get(incarnation)).map(observed -> now - observed.since());
    }
}
