package dev.divvy.boardpeers.replication;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.board.Card;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/** The change that a request made to one board. */
public sealed interface BoardChange {

    /** A card was added or renewed: the card as it is on the board now, and the node through which it came. */
    record CardStored(Card card, String host) implements BoardChange {}

    /** Cards were renewed in which only the beats changed: the new beats, by member id. */
    record CardsRenewed(NavigableMap<String, Long> beats) implements BoardChange {}

    record CardRemoved(Incarnation incarnation) implements BoardChange {}

    record AllocationPublished(Allocation allocation) implements BoardChange {}

    /** Returns the board after this change. */
    default GroupBoard applyTo(GroupBoard board) {
        if (this instanceof CardStored stored) {
            return board.with(stored.card(), stored.host());
        }
        if (this instanceof CardsRenewed renewed) {
            return board.withBeats(renewed.beats());
        }
        if (this instanceof CardRemoved removed) {
            return board.record()
                    .cardOf(removed.incarnation())
                    .map(board::without)
                    .orElse(board);
        }
        return board.with(board.record().with(((AllocationPublished) this).allocation()));
    }

    /** Returns the nodes that gave a sign of life by this change. */
    default List<String> hosts(GroupBoard after) {
        if (this instanceof CardStored stored) {
            return List.of(stored.host());
        }
        return this instanceof CardsRenewed renewed
                ? renewed.beats().keySet().stream()
                        .flatMap(member -> Optional.ofNullable(after.hosts().get(member)).stream())
                        .toList()
                : List.of();
    }

    /** Whether listeners are notified of it: of everything but a mere beat. */
    default boolean isNotable(GroupBoard before) {
        if (this instanceof CardsRenewed) {
            return false;
        }
        Optional<Card> previous = this instanceof CardStored stored
                ? before.record().cardOf(stored.card().incarnation())
                : Optional.empty();
        return previous.filter(card -> card.equalsIgnoringBeat(((CardStored) this).card()))
                .isEmpty();
    }
}
