package dev.divvy.boardredis.board;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Runs;
import dev.divvy.coordination.board.Abilities;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.time.Duration;
import java.util.Optional;

/**
 * A card as stored in Redis, for scripts and for people:
 * {@code INCARNATION BEAT ACKNOWLEDGED SETTLED STATE WEIGHT TIME-TO-LIVE ZONE VERSION ABILITIES ADDRESS}. Spaces in a zone become
 * {@code %20}, and {@code -} is no zone; abilities are separated by commas, and {@code -} is none; the address is the rest of the text.
 * The weight of a member that is restricted to some pieces is followed by a colon and these, such as {@code 1:0-127,130}. The cards of older
 * software, without SETTLED, VERSION and ABILITIES, are read as well.
 */
final class CardText {

    private static final int PARTS = 11;
    private static final int OLD_PARTS = 8;
    private static final String NONE = "-";

    private CardText() {}

    static String write(Card card) {
        Member member = card.member();
        String zone = member.zone()
                .map(name -> name.replace("%", "%25").replace(" ", "%20").replace("-", "%2D"))
                .orElse(NONE);
        return String.join(
                " ",
                BoardKeys.digits(member.incarnation().number()),
                BoardKeys.digits(card.beat()),
                BoardKeys.digits(card.acknowledged()),
                BoardKeys.digits(card.settled()),
                card.state().name(),
                weight(member),
                card.timeToLive().toString(),
                zone,
                Integer.toString(card.abilities().version()),
                card.abilities().names().isEmpty()
                        ? NONE
                        : String.join(",", card.abilities().names()),
                card.address());
    }

    static Card read(String id, String text) {
        if (isOld(text)) {
            String[] parts = parts(id, text, OLD_PARTS);
            return new Card(
                    member(id, parts[0], parts[6], parts[4]),
                    Long.parseLong(parts[1]),
                    Long.parseLong(parts[2]),
                    0,
                    CardState.valueOf(parts[3]),
                    parts[7],
                    Duration.parse(parts[5]),
                    Abilities.parse(Abilities.FIRST_VERSION, ""));
        }
        String[] parts = parts(id, text, PARTS);
        return new Card(
                member(id, parts[0], parts[7], parts[5]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Long.parseLong(parts[3]),
                CardState.valueOf(parts[4]),
                parts[10],
                Duration.parse(parts[6]),
                Abilities.parse(Integer.parseInt(parts[8]), parts[9].equals(NONE) ? "" : parts[9].replace(',', ' ')));
    }

    /** Whether the fourth field is not a number: older software has the state there. */
    private static boolean isOld(String text) {
        String[] parts = text.split(" ", 5);
        return parts.length > 3 && !parts[3].isEmpty() && !Character.isDigit(parts[3].charAt(0));
    }

    private static String[] parts(String id, String text, int count) {
        String[] parts = text.split(" ", count);
        if (parts.length != count) {
            throw new IllegalArgumentException(
                    "card of " + id + " has " + parts.length + " fields instead of " + count + ": \"" + text + "\"");
        }
        return parts;
    }

    private static String weight(Member member) {
        return member.weight()
                + member.restriction()
                        .map(only -> ":" + only.toString().replace(" ", ""))
                        .orElse("");
    }

    private static Member member(String id, String incarnation, String zone, String weight) {
        String[] share = weight.split(":", 2);
        return new Member(
                new Incarnation(id, Long.parseLong(incarnation)),
                Optional.of(zone)
                        .filter(name -> !name.equals(NONE))
                        .map(name ->
                                name.replace("%2D", "-").replace("%20", " ").replace("%25", "%")),
                Integer.parseInt(share[0]),
                share.length < 2 ? Optional.empty() : Optional.of(Runs.parse(share[1])));
    }
}
