package dev.divvy.boardpeers.keep;

import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.support.BoardRecord;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The board of one group, and which node each card was last renewed through.
 *
 * @param homes by member id
 */
public record Page(BoardRecord record, NavigableMap<String, String> homes) {

    static Page blank(String origin) {
        return new Page(BoardRecord.blank(origin, false), new TreeMap<>());
    }

    /** With a card that came, or was renewed, through a node. */
    Page with(Card card, String home) {
        NavigableMap<String, String> all = new TreeMap<>(homes);
        all.put(card.life().member(), home);
        return new Page(record.with(card), all);
    }

    Page with(BoardRecord next) {
        return new Page(next, homes);
    }

    Page without(Card card) {
        NavigableMap<String, String> rest = new TreeMap<>(homes);
        rest.remove(card.life().member());
        return new Page(record.without(card.life()), rest);
    }

    /** The same in another memory. */
    Page in(String origin) {
        return with(new BoardRecord(
                origin, record.cards(), record.highest(), record.allocation(), record.mayHaveForgotten()));
    }

    boolean isHome(String node, Card card) {
        return node.equals(homes.get(card.life().member()));
    }
}
