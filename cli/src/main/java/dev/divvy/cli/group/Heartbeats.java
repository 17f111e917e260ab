package dev.divvy.cli.group;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.board.Card;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which members of a board are alive, by looks one after the other: the card of a member that died stays on the board, and only its
 * heartbeat tells. Time is an argument. Used by one thread.
 */
public final class Heartbeats {

    /** A member is called silent after this time at the latest. */
    static final Duration LONGEST = Duration.ofSeconds(10);

    /**
     * A member whose heartbeat has not moved for as long as it may be silent.
     *
     * @param silentFor as far as it was watched
     */
    record Silence(String member, Duration silentFor) {}

    /** A heartbeat, when it was first seen to be this one, and whether it was another before. */
    private record Seen(long beat, long since, boolean moved) {}

    private final Map<Incarnation, Seen> seen = new TreeMap<>();
    private List<Card> cards = List.of();
    private long now;

    /** Takes a look at this time, in nanoseconds. */
    public void look(List<Card> there, long at) {
        cards = List.copyOf(there);
        now = at;
        seen.keySet().retainAll(cards.stream().map(Card::incarnation).toList());
        for (Card card : cards) {
            seen.merge(
                    card.incarnation(),
                    new Seen(card.beat(), at, false),
                    (before, fresh) -> before.beat == fresh.beat ? before : new Seen(fresh.beat, at, true));
        }
    }

    /** Returns the members that were not seen alive yet, or are silent. */
    List<String> unheard() {
        return cards.stream()
                .filter(card -> !of(card).moved || isSilent(card))
                .map(card -> card.member().id())
                .toList();
    }

    List<Silence> silent() {
        List<Silence> silent = new ArrayList<>();
        for (Card card : cards) {
            if (isSilent(card)) {
                silent.add(new Silence(card.member().id(), silentFor(card)));
            }
        }
        return silent;
    }

    private boolean isSilent(Card card) {
        return silentFor(card).compareTo(mayBeSilentFor(card)) >= 0;
    }

    private Duration silentFor(Card card) {
        return Duration.ofNanos(now - of(card).since);
    }

    private Seen of(Card card) {
        return seen.getOrDefault(card.incarnation(), new Seen(card.beat(), now, false));
    }

    /** Returns how long ago the heartbeat of an incarnation was seen to change, or was first seen. */
    public Optional<Duration> age(Incarnation incarnation) {
        return Optional.ofNullable(seen.get(incarnation)).map(heartbeat -> Duration.ofNanos(now - heartbeat.since));
    }

    static Duration mayBeSilentFor(Card card) {
        return card.timeToLive().compareTo(LONGEST) < 0 ? card.timeToLive() : LONGEST;
    }
}
