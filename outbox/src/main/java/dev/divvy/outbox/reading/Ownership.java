package dev.divvy.outbox.reading;

import dev.divvy.allocation.Tokens;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.HeldPiece;
import dev.divvy.coordination.HeldPieces;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The part of the hash space that a processor owns, by its membership in a group. */
public interface Ownership {

    /** Returns the tokens that are held now. */
    HeldTokens held();

    /** Returns a hold on the token of a hash, which is not handed over while the hold is open; empty when the token is not held. */
    Optional<Hold> hold(int hash);

    /** Returns whether the first token of the group is held: its owner does what one member does for all. */
    default boolean hasFirst() {
        return false;
    }

    /** Reports that the work on the tokens makes progress: a member that makes none gives its share up. */
    default void progressed() {}

    /** Returns the ownership of tokens. */
    static Ownership ofTokens(Membership membership) {
        return new Ownership() {
            @Override
            public HeldTokens held() {
                HeldPieces portion = membership.portion();
                Tokens tokens = (Tokens) portion.pieces();
                return new HeldTokens(tokens, fences(portion, tokens));
            }

            @Override
            public Optional<Hold> hold(int hash) {
                return membership.holdHash(hash);
            }

            @Override
            public boolean hasFirst() {
                return holdsFirst(membership);
            }

            @Override
            public void progressed() {
                membership.progressed();
            }
        };
    }

    private static boolean holdsFirst(Membership membership) {
        HeldPieces portion = membership.portion();
        return portion.holdings().stream().anyMatch(holding -> portion.pieces().indexOf(holding.piece()) == 0);
    }

    private static Map<Integer, Fence> fences(HeldPieces portion, Tokens tokens) {
        return portion.holdings().stream()
                .collect(Collectors.toMap(holding -> tokens.indexOf(holding.piece()), HeldPiece::fence));
    }
}
