package dev.divvy.outbox.work;

import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.hash.HashRange;
import dev.divvy.coordination.member.Hold;
import dev.divvy.coordination.member.Membership;
import dev.divvy.coordination.member.Portion;
import java.util.List;
import java.util.Optional;

/** The part of the hash space that a processor holds now. */
public interface Share {

    /** The hashes of the tokens held now, in order. */
    List<HashRange> ranges();

    /** The token of a hash. */
    int tokenOf(int hash);

    /** Begins work on a token, if it is held. */
    Optional<Hold> hold(int token);

    /** All tokens of the group, divided among its members. */
    static Share ofTokens(Membership membership) {
        return new Share() {
            @Override
            public List<HashRange> ranges() {
                return membership.portion().ranges();
            }

            @Override
            public int tokenOf(int hash) {
                return ((Tokens) membership.pieces()).tokenOfHash(hash);
            }

            @Override
            public Optional<Hold> hold(int token) {
                return membership.holdPiece(Integer.toString(token));
            }
        };
    }

    /** Some tokens, which are the units of a group of their own. */
    static Share ofFixed(Membership membership, Tokens tokens) {
        return new Share() {
            @Override
            public List<HashRange> ranges() {
                Portion portion = membership.portion();
                return tokens.rangesOf(Runs.ofPieces(portion.names().stream()
                        .mapToInt(Integer::parseInt)
                        .sorted()
                        .toArray()));
            }

            @Override
            public int tokenOf(int hash) {
                return tokens.tokenOfHash(hash);
            }

            @Override
            public Optional<Hold> hold(int token) {
                return membership.holdPiece(Integer.toString(token));
            }
        };
    }
}
