package dev.divvy.outbox.work;

import dev.divvy.allocation.Tokens;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Holding;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Portion;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** The part of the hash space that a processor holds. */
public interface Share {

    /** What is held now. */
    Reach reach();

    /** Begins work on the token of a hash, if it is held. */
    Optional<Hold> hold(int hash);

    /** All tokens of the group, divided among its members. */
    static Share ofTokens(Membership membership) {
        return new Share() {
            @Override
            public Reach reach() {
                Portion portion = membership.portion();
                Tokens tokens = (Tokens) portion.pieces();
                return new Reach(tokens, fences(portion, tokens::indexOf));
            }

            @Override
            public Optional<Hold> hold(int hash) {
                return membership.holdHash(hash);
            }
        };
    }

    /** Some tokens, which are the units of a group of their own. */
    static Share ofFixed(Membership membership, Tokens tokens) {
        return new Share() {
            @Override
            public Reach reach() {
                return new Reach(tokens, fences(membership.portion(), Integer::parseInt));
            }

            @Override
            public Optional<Hold> hold(int hash) {
                return membership.holdPiece(Integer.toString(tokens.tokenOfHash(hash)));
            }
        };
    }

    private static Map<Integer, Fence> fences(Portion portion, ToIntFunction<String> token) {
        return portion.holdings().stream()
                .collect(Collectors.toMap(holding -> token.applyAsInt(holding.piece()), Holding::fence));
    }
}
