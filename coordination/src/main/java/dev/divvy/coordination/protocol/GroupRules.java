package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Abilities;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The rules that all members of a group share.
 *
 * @param pieces the pieces that a new group divides; an existing group keeps those of its allocation
 * @param fixedPieces whether a member is refused if the group divides other pieces
 */
public record GroupRules(Timing timing, Planner planner, Pieces pieces, boolean fixedPieces) {

    /** Creates rules that let a member take over the pieces of the group. */
    public GroupRules(Timing timing, Planner planner, Pieces pieces) {
        this(timing, planner, pieces, false);
    }

    /** Whether a member looks at the board before it joins, and does not join a group that it does not fit. */
    public boolean checksFit() {
        return fixedPieces || planner.replication().keepsHeirs();
    }

    /** Returns what differs and what to set, if a member that has not joined yet does not fit. */
    Optional<String> mismatch(Abilities own, BoardSnapshot board) {
        return incompatibleVersion(own, board.cards())
                .or(() -> board.allocation().flatMap(known -> mismatch(known, board.cards(), Optional.empty())));
    }

    /**
     * Returns what differs from the group's allocation and what to set, if a member does not fit.
     *
     * @param me the member's own incarnation, if it is on the board
     */
    Optional<String> mismatch(Allocation known, List<Card> cards, Optional<Incarnation> me) {
        return differentPieces(known).or(() -> differentReplication(known, cards, me));
    }

    private static Optional<String> incompatibleVersion(Abilities own, List<Card> cards) {
        return cards.stream()
                .filter(card -> !card.abilities().isCompatibleWith(own))
                .findFirst()
                .map(card -> "its version is " + own.version() + ", and that of "
                        + card.incarnation().member() + " is "
                        + card.abilities().version() + "; upgrade one version at a time");
    }

    private Optional<String> differentPieces(Allocation allocation) {
        if (!fixedPieces || allocation.pieces().equals(pieces)) {
            return Optional.empty();
        }
        return Optional.of("it divides " + shown(pieces) + ", and the group " + shown(allocation.pieces())
                + "; set the same, or choose another group");
    }

    private static String shown(Pieces pieces) {
        return pieces instanceof Tokens tokens
                ? tokens.count() + " tokens of " + tokens.rule()
                : pieces.count() + " units";
    }

    private Optional<String> differentReplication(Allocation allocation, List<Card> cards, Optional<Incarnation> me) {
        return agrees(allocation) || !isAlive(allocation, cards, me)
                ? Optional.empty()
                : Optional.of("it keeps " + planner.replication() + " of each piece, and the group "
                        + allocation.replication() + "; set the same, or stop all members first");
    }

    /** Whether a member plans with the replication that the group has. */
    boolean agrees(Allocation allocation) {
        return allocation.replication().equals(planner.replication());
    }

    /** Whether a member of the allocation, other than this one, is on the board; if none is, there is no data to keep. */
    static boolean isAlive(Allocation allocation, List<Card> cards, Optional<Incarnation> me) {
        TreeSet<Incarnation> present = new TreeSet<>();
        cards.forEach(card -> present.add(card.incarnation()));
        me.ifPresent(present::remove);
        return allocation.roster().members().stream().map(Member::incarnation).anyMatch(present::contains);
    }
}
