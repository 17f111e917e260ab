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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The views of all tokens in one sighting. Tokens with the same holders share one view. */
final class TokenViews {

    private record Holders(int owner, Tenure tenure, List<Incarnation> copies, List<Incarnation> heirs) {}

    private final Allocation allocation;
    private final Incarnation self;
    private final TokenView.Presence presence;
    private final int[] owners;
    private final Map<Holders, TokenView> views = new HashMap<>();

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

    TokenView of(int token) {
        TokenView view = lastView;
        if (view == null || !isLike(last, token)) {
            view = views.computeIfAbsent(
                    new Holders(
                            owners[token],
                            allocation.tenureOf(token),
                            allocation.copiesOf(token),
                            allocation.heirsOf(token)),
                    this::view);
        }
        last = token;
        lastView = view;
        return view;
    }

    /** Whether two tokens certainly have the same holders; if it is not certain, the search for them finds the same view. */
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

    private TokenView view(Holders holders) {
        return new TokenView(
                allocation.epoch(),
                holders.owner == Division.NO_MEMBER
                        ? Optional.empty()
                        : Optional.of(allocation.roster().get(holders.owner).incarnation()),
                holders.tenure.since(),
                Set.copyOf(holders.copies),
                Set.copyOf(holders.heirs),
                holders.tenure.releasers().stream()
                        .anyMatch(releaser -> releaser.incarnation().equals(self)),
                holders.tenure.from().isPresent(),
                presence);
    }
}
