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

    /**
     * Checks that a member fits its group: before it joins, so that one that does not changes nothing on the board, and with the first
     * allocation that it sees as a member, since others may have founded the group in between.
     */
    static final class FitCheck {

        private final GroupRules rules;
        private boolean fits;
        private boolean confirmed;
        private boolean refused;

        FitCheck(GroupRules rules) {
            this.rules = rules;
        }

        /** Whether the member must look at the board before it joins. */
        boolean mustLook() {
            return rules.checksFit() && !fits;
        }

        /** Takes the board as it is before the member joins; returns what does not fit. */
        Optional<String> looked(Abilities abilities, BoardSnapshot snapshot) {
            Optional<String> mismatch = rules.mismatch(abilities, snapshot);
            fits = mismatch.isEmpty();
            return mismatch;
        }

        /** Takes the board as the member sees it; returns what does not fit. Then the member must leave; it has gained nothing. */
        Optional<String> joined(BoardSnapshot snapshot, Optional<Incarnation> self) {
            if (!rules.checksFit() || confirmed || snapshot.allocation().isEmpty()) {
                return Optional.empty();
            }
            confirmed = true;
            Optional<String> mismatch = rules.mismatch(snapshot.allocation().get(), snapshot.cards(), self);
            refused = mismatch.isPresent();
            return mismatch;
        }

        /** Whether the member does not fit, and leaves without having gained anything: no other member needs data of it. */
        boolean hasRefused() {
            return refused;
        }

        /** The member is no longer on the board: it must check again. */
        void forget() {
            fits = false;
            confirmed = false;
        }
    }
}
