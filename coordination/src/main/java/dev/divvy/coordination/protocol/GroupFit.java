package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Tokens;
import dev.divvy.coordination.board.Abilities;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Compares a member with the group on the board. */
final class GroupFit {

    private GroupFit() {}

    /** Returns what differs and what to set, if a member that has not joined yet does not fit. */
    static Optional<String> mismatch(GroupRules rules, Abilities own, BoardSnapshot board) {
        return version(own, board.cards())
                .or(() -> board.allocation().flatMap(known -> mismatch(rules, known, board.cards(), Optional.empty())));
    }

    /**
     * Returns what differs from the group's allocation and what to set, if a member does not fit.
     *
     * @param me the member's own incarnation, if it is on the board
     */
    static Optional<String> mismatch(GroupRules rules, Allocation known, List<Card> cards, Optional<Incarnation> me) {
        return pieces(rules, known).or(() -> replication(rules, known, cards, me));
    }

    private static Optional<String> version(Abilities own, List<Card> cards) {
        return cards.stream()
                .filter(card -> !card.abilities().isCompatibleWith(own))
                .findFirst()
                .map(card -> "its version is " + own.version() + ", and that of "
                        + card.incarnation().member() + " is "
                        + card.abilities().version() + "; upgrade one version at a time");
    }

    private static Optional<String> pieces(GroupRules rules, Allocation allocation) {
        if (!rules.fixedPieces() || allocation.pieces().equals(rules.pieces())) {
            return Optional.empty();
        }
        return Optional.of("it divides " + shown(rules.pieces()) + ", and the group " + shown(allocation.pieces())
                + "; set the same, or choose another group");
    }

    private static String shown(Pieces pieces) {
        return pieces instanceof Tokens tokens
                ? tokens.count() + " tokens of " + tokens.rule()
                : pieces.count() + " units";
    }

    private static Optional<String> replication(
            GroupRules rules, Allocation allocation, List<Card> cards, Optional<Incarnation> me) {
        return agrees(rules, allocation) || !isAlive(allocation, cards, me)
                ? Optional.empty()
                : Optional.of("it keeps " + rules.planner().replication() + " of each piece, and the group "
                        + allocation.replication() + "; set the same, or stop all members first");
    }

    /** Whether a member plans with the replication that the group has. */
    static boolean agrees(GroupRules rules, Allocation allocation) {
        return allocation.replication().equals(rules.planner().replication());
    }

    /** Whether a member of the allocation, other than this one, is on the board; if none is, there is no data to keep. */
    static boolean isAlive(Allocation allocation, List<Card> cards, Optional<Incarnation> me) {
        TreeSet<Incarnation> present = new TreeSet<>();
        cards.forEach(card -> present.add(card.incarnation()));
        me.ifPresent(present::remove);
        return allocation.roster().members().stream().map(Member::incarnation).anyMatch(present::contains);
    }
}
