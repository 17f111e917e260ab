package dev.divvy.boardpeers.replication;

import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.support.BoardRecord;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The board of one group, and which node each card was last renewed through.
 *
 * @param homes by member id
 */
public record GroupBoard(BoardRecord record, NavigableMap<String, String> homes) {

    static GroupBoard blank(String origin) {
        return new GroupBoard(BoardRecord.blank(origin, false), new TreeMap<>());
    }

    /** With a card that came, or was renewed, through a node. */
    GroupBoard with(Card card, String home) {
        NavigableMap<String, String> all = new TreeMap<>(homes);
        all.put(card.life().member(), home);
        return new GroupBoard(record.with(card), all);
    }

    GroupBoard with(BoardRecord next) {
        return new GroupBoard(next, homes);
    }

    GroupBoard without(Card card) {
        NavigableMap<String, String> rest = new TreeMap<>(homes);
        rest.remove(card.life().member());
        return new GroupBoard(record.without(card.life()), rest);
    }

    /** The same in another memory. */
    GroupBoard in(String origin) {
        return with(new BoardRecord(
                origin, record.cards(), record.highest(), record.allocation(), record.mayHaveForgotten()));
    }

    boolean isHome(String node, Card card) {
        return node.equals(homes.get(card.life().member()));
    }
}
