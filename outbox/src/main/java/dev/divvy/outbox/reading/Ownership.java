package dev.divvy.outbox.reading;

import dev.divvy.allocation.Tokens;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.HeldPiece;
import dev.divvy.coordination.HeldPieces;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

    /** Reports that events can be read, whether or not there are any. */
    default void ready() {}

    /** Returns the ownership of tokens. */
    static Ownership ofTokens(Membership membership, EjectedOwners ejected) {
        return new Ownership() {
            @Override
            public HeldTokens held() {
                HeldPieces portion = membership.portion();
                Tokens tokens = (Tokens) portion.pieces();
                return heldTokens(tokens, portion, ejected);
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

            @Override
            public void ready() {
                membership.ready();
            }
        };
    }

    private static boolean holdsFirst(Membership membership) {
        HeldPieces portion = membership.portion();
        return portion.holdings().stream().anyMatch(holding -> portion.pieces().indexOf(holding.piece()) == 0);
    }

    /** Returns the tokens of which it is known whether they were taken over: that is known as soon as the membership is watched. */
    private static HeldTokens heldTokens(Tokens tokens, HeldPieces portion, EjectedOwners ejected) {
        Map<Integer, Fence> fences = new HashMap<>();
        Set<Integer> takenOver = new HashSet<>();
        for (HeldPiece holding : portion.holdings()) {
            int token = tokens.indexOf(holding.piece());
            ejected.isTakenOver(holding.piece(), holding.fence()).ifPresent(is -> {
                fences.put(token, holding.fence());
                if (is) {
                    takenOver.add(token);
                }
            });
        }
        return new HeldTokens(tokens, fences, takenOver);
    }
}
