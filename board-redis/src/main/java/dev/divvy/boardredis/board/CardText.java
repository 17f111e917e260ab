package dev.divvy.boardredis.board;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.time.Duration;
import java.util.Optional;

/**
 * A card as stored in Redis, for scripts and for people: {@code INCARNATION BEAT ACKNOWLEDGED STATE WEIGHT TIME-TO-LIVE ZONE ADDRESS}.
 * Spaces in a zone become {@code %20}, and {@code -} is no zone; the address is the rest of the text.
 */
final class CardText {

    private static final int PARTS = 8;
    private static final String NO_ZONE = "-";

    private CardText() {}

    static String write(Card card) {
        Member member = card.member();
        String zone = member.zone()
                .map(name -> name.replace("%", "%25").replace(" ", "%20").replace("-", "%2D"))
                .orElse(NO_ZONE);
        return String.join(
                " ",
                BoardKeys.digits(member.incarnation().number()),
                BoardKeys.digits(card.beat()),
                BoardKeys.digits(card.acknowledged()),
                card.state().name(),
                Integer.toString(member.weight()),
                card.timeToLive().toString(),
                zone,
                card.address());
    }

    static Card read(String id, String text) {
        String[] parts = text.split(" ", PARTS);
        if (parts.length != PARTS) {
            throw new IllegalArgumentException(
                    "card of " + id + " has " + parts.length + " fields instead of " + PARTS + ": \"" + text + "\"");
        }
        Optional<String> zone = Optional.of(parts[6])
                .filter(name -> !name.equals(NO_ZONE))
                .map(name -> name.replace("%2D", "-").replace("%20", " ").replace("%25", "%"));
        Incarnation incarnation = new Incarnation(id, Long.parseLong(parts[0]));
        return new Card(
                new Member(incarnation, zone, Integer.parseInt(parts[4])),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                CardState.valueOf(parts[3]),
                parts[7],
                Duration.parse(parts[5]));
    }
}
