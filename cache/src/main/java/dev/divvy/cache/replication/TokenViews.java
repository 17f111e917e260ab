package dev.divvy.cache.replication;

import dev.divvy.allocation.Allocation;
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

/** The views of all tokens in one sighting. Tokens with the same holders share one view. */
final class TokenViews {

    private record Holders(int owner, Tenure tenure, List<Incarnation> copies, List<Incarnation> heirs) {}

    private final Allocation allocation;
    private final Incarnation self;
    private final TokenView.Presence presence;
    private final int[] owners;
    private final Map<Holders, TokenView> views = new HashMap<>();

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
        Tenure tenure = allocation.tenureOf(token);
        return views.computeIfAbsent(
                new Holders(owners[token], tenure, allocation.copiesOf(token), allocation.heirsOf(token)), this::view);
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
                presence);
    }
}
