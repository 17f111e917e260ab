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
 * Since when the beats of others stand still, on this member's own clock.
 *
 * @param lastLook when the board was last seen
 */
public record PulseMonitor(NavigableMap<Incarnation, Seen> seen, long lastLook) {

    /** A beat, when it was first seen, and how long its member must be seen standing still, by its own card. */
    public record Seen(long beat, long at, long timeToLive) {

        private long until(Timing timing) {
            return at + Math.max(timeToLive, timing.timeToLive().toNanos());
        }
    }

    public static final PulseMonitor NONE = new PulseMonitor(new TreeMap<>(), Long.MIN_VALUE);

    /**
     * After a look at the board. A look that comes later than a lease begins to watch anew: when the board was away for one member, so it
     * mostly was for the others, and it would be unkind to take off all who have not come back yet.
     */
    public PulseMonitor looked(List<Card> cards, long now, Timing timing) {
        boolean late =
                lastLook != Long.MIN_VALUE && now - lastLook > timing.lease().toNanos();
        NavigableMap<Incarnation, Seen> next = new TreeMap<>();
        for (Card card : cards) {
            Seen before = late ? null : seen.get(card.life());
            next.put(
                    card.life(),
                    before != null && before.beat() == card.beat()
                            ? before
                            : new Seen(card.beat(), now, card.timeToLive().toNanos()));
        }
        return new PulseMonitor(next, now);
    }

    /** One whose beat has stood still for a whole time-to-live. */
    public Optional<Map.Entry<Incarnation, Seen>> still(Incarnation me, long now, Timing timing) {
        return seen.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(me))
                .filter(entry -> now >= entry.getValue().until(timing))
                .findFirst();
    }

    /** When the next one will have stood still for long enough, if its beat does not move. */
    public long nextStill(Incarnation me, Timing timing) {
        return seen.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(me))
                .mapToLong(entry -> entry.getValue().until(timing))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    public PulseMonitor without(Incarnation life) {
        NavigableMap<Incarnation, Seen> next = new TreeMap<>(seen);
        next.remove(life);
        return new PulseMonitor(next, lastLook);
    }

    /** How long ago this member's beat was seen to move, if it is on the board. */
    public Optional<Long> age(Incarnation life, long now) {
        return Optional.ofNullable(seen.get(life)).map(one -> now - one.at());
    }
}
