package dev.divvy.cache.replication;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tenure;
import dev.divvy.cache.replication.protocol.TokenView;
import dev.divvy.coordination.Sighting;
import dev.divvy.coordination.board.Card;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The views of all tokens in one sighting. Tokens with the same holders share one view. */
final class TokenViews {

    /** A view, and a token that has it. */
    private record Known(int token, TokenView view) {}

    private final Allocation allocation;
    private final Incarnation self;
    private final TokenView.Presence presence;
    private final int[] owners;

    /** The views by the tenure, which tokens with the same holders share. */
    private final IdentityHashMap<Tenure, List<Known>> views = new IdentityHashMap<>();

    /** The token that was asked for last: its neighbour often has the same holders. */
    private int last = -1;

    private @Nullable TokenView lastView;

    /** @param allocation the allocation of the sighting */
    TokenViews(Sighting sighting, Allocation allocation, Incarnation self) {
        this.allocation = allocation;
        this.self = self;
        this.presence = presence(sighting, allocation);
        this.owners = allocation.division().owners();
    }

    /** A member that is drained, or leaves, keeps no copies. */
    static TokenView.Presence presence(Sighting sighting, Allocation allocation) {
        Roster eligible = Roster.of(sighting.cards().values().stream()
                .filter(card -> card.state().eligible())
                .map(Card::member)
                .toList());
        return new TokenView.Presence(
                Set.copyOf(sighting.cards().keySet()),
                allocation.directives().applyTo(eligible).members().stream()
                        .filter(member -> member.weight() > 0)
                        .map(Member::incarnation)
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /** Returns the tokens that this incarnation owns since this allocation. */
    BitSet gains() {
        BitSet gains = new BitSet(owners.length);
        int member = allocation.roster().indexOf(self.member());
        for (int token = 0; member >= 0 && token < owners.length; token++) {
            gains.set(
                    token, owners[token] == member && allocation.tenureOf(token).since() == allocation.epoch());
        }
        return gains;
    }

    TokenView of(int token) {
        TokenView view = lastView;
        if (view == null || !isLike(last, token)) {
            view = find(token);
        }
        last = token;
        lastView = view;
        return view;
    }

    private TokenView find(int token) {
        List<Known> known = views.computeIfAbsent(allocation.tenureOf(token), tenure -> new ArrayList<>());
        for (Known other : known) {
            if (isLike(other.token, token)) {
                return other.view;
            }
        }
        TokenView view = view(token);
        known.add(new Known(token, view));
        return view;
    }

    /** Whether two tokens certainly have the same holders; if it is not certain, they have two views that say the same. */
    @SuppressWarnings("ReferenceEquality") // tokens with the same tenure and heirs usually share the objects
    private boolean isLike(int one, int other) {
        if (owners[one] != owners[other]
                || allocation.tenureOf(one) != allocation.tenureOf(other)
                || allocation.heirsOf(one) != allocation.heirsOf(other)) {
            return false;
        }
        Copies copies = allocation.holders().copies();
        for (int level = 0; level < copies.depth(); level++) {
            if (copies.holder(one, level) != copies.holder(other, level)) {
                return false;
            }
        }
        return true;
    }

    private TokenView view(int token) {
        Tenure tenure = allocation.tenureOf(token);
        return new TokenView(
                allocation.epoch(),
                owners[token] == Division.NO_MEMBER
                        ? Optional.empty()
                        : Optional.of(allocation.roster().get(owners[token]).incarnation()),
                tenure.since(),
                Set.copyOf(allocation.copiesOf(token)),
                Set.copyOf(allocation.heirsOf(token)),
                tenure.releasers().stream()
                        .anyMatch(releaser -> releaser.incarnation().equals(self)),
                tenure.from().isPresent(),
                presence);
    }

    /** Whether two allocations are of different versions. */
    static boolean differ(Optional<Allocation> one, Optional<Allocation> other) {
        return !one.map(Allocation::version).equals(other.map(Allocation::version));
    }
}
