package dev.divvy.boardpeers.replication;

import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.support.BoardRecord;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The board of one group, and the node through which each card was last renewed.
 *
 * @param hosts the nodes, by member id
 */
public record GroupBoard(BoardRecord record, NavigableMap<String, String> hosts) {

    static GroupBoard blank(String origin) {
        return new GroupBoard(BoardRecord.blank(origin, false), new TreeMap<>());
    }

    /** Returns the board with a card that was added, or renewed, through a node. */
    GroupBoard with(Card card, String host) {
        NavigableMap<String, String> all = new TreeMap<>(hosts);
        all.put(card.incarnation().member(), host);
        return new GroupBoard(record.with(card), all);
    }

    /** Returns the board with the cards of these members at these beats. A beat never decreases. */
    GroupBoard withBeats(Map<String, Long> beats) {
        NavigableMap<String, Card> cards = new TreeMap<>((Map<String, Card>) record.cards());
        beats.forEach((member, beat) ->
                cards.computeIfPresent(member, (id, card) -> beat > card.beat() ? card.withBeat(beat) : card));
        return with(new BoardRecord(
                record.origin(), cards, record.highest(), record.allocation(), record.mayHaveForgotten()));
    }

    GroupBoard with(BoardRecord next) {
        return new GroupBoard(next, hosts);
    }

    GroupBoard without(Card card) {
        NavigableMap<String, String> rest = new TreeMap<>(hosts);
        rest.remove(card.incarnation().member());
        return new GroupBoard(record.without(card.incarnation()), rest);
    }

    GroupBoard withOrigin(String origin) {
        return with(new BoardRecord(
                origin, record.cards(), record.highest(), record.allocation(), record.mayHaveForgotten()));
    }

    boolean isHost(String node, Card card) {
        return node.equals(hosts.get(card.incarnation().member()));
    }
}
