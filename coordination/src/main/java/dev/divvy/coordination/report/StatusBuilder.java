package dev.divvy.coordination.report;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tenures;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.protocol.Holdings;
import dev.divvy.coordination.protocol.ProtocolState;
import dev.divvy.coordination.protocol.knowledge.BoardView;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import dev.divvy.coordination.status.SelfStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Builds the status of a group from one member's state, or from a snapshot of its board. A pure function, like the protocol step. */
public final class StatusBuilder {

    private final BoardView view;
    private final Directives directives;

    /** Returns how long ago a member's beat last changed. */
    private final Function<Incarnation, Optional<Duration>> beatAge;

    private StatusBuilder(BoardView view, Function<Incarnation, Optional<Duration>> beatAge) {
        this.view = view;
        this.directives = view.allocation().map(Allocation::directives).orElse(Directives.NONE);
        this.beatAge = beatAge;
    }

    /**
     * Returns the group's status as this member sees it.
     *
     * @param pieces the pieces that the group divides while there is no allocation
     * @param roundTrip how long the board took to answer the last request
     * @param problem why the board does not reply; empty if it does
     * @param stalled whether the member gave its share away because its work made no progress
     */
    public static GroupStatus ofMember(
            String name,
            Pieces pieces,
            ProtocolState state,
            Duration roundTrip,
            Optional<String> problem,
            boolean stalled,
            long now) {
        SelfStatus self = self(state, roundTrip, problem, stalled, now);
        return ofMember(name, pieces, state, self, now, Optional.empty());
    }

    /**
     * Returns the same.
     *
     * @param last an earlier status, of which parts are taken that would be the same: many pieces in motion take long to list
     */
    public static GroupStatus ofMember(
            String name, Pieces pieces, ProtocolState state, SelfStatus self, long now, Optional<GroupStatus> last) {
        StatusBuilder status = new StatusBuilder(
                state.view(),
                incarnation -> state.knowledge().monitor().age(incarnation, now).map(Duration::ofNanos));
        return status.build(name, pieces, self, last.filter(status::hasHandoversOf));
    }

    /** Whether this status has the same allocation, and cards of the same members that have acknowledged the same. */
    @SuppressWarnings("ReferenceEquality") // the allocation is one object until the board has another
    private boolean hasHandoversOf(GroupStatus last) {
        return last.allocation().isPresent()
                && view.allocation().isPresent()
                && last.allocation().get() == view.allocation().get()
                && acknowledged(last).equals(acknowledged(view));
    }

    private static Map<Incarnation, Long> acknowledged(GroupStatus status) {
        return status.members().stream()
                .filter(member -> member.state() != MemberState.GONE)
                .collect(Collectors.toMap(MemberStatus::incarnation, MemberStatus::acknowledged));
    }

    private static Map<Incarnation, Long> acknowledged(BoardView view) {
        return view.cards().stream().collect(Collectors.toMap(Card::incarnation, Card::acknowledged));
    }

    /** Returns the group's status as seen by an observer that reads its board and is not a member. */
    public static GroupStatus ofBoard(String name, BoardSnapshot snapshot) {
        return ofBoard(name, snapshot, incarnation -> Optional.empty());
    }

    /**
     * Returns the group's status as seen by an observer that also watches the beats.
     *
     * @param beatAge returns how long ago the observer saw a member's beat change
     */
    public static GroupStatus ofBoard(
            String name, BoardSnapshot snapshot, Function<Incarnation, Optional<Duration>> beatAge) {
        BoardView view = new BoardView(snapshot.allocation(), snapshot.cards(), 0, snapshot.mayHaveForgotten());
        return new StatusBuilder(view, beatAge).build(name, Units.of(), SelfStatus.NONE, Optional.empty());
    }

    private GroupStatus build(String name, Pieces pieces, SelfStatus self, Optional<GroupStatus> last) {
        Optional<Allocation> allocation = view.allocation();
        return new GroupStatus(
                name,
                view.version(),
                allocation.map(Allocation::pieces).orElse(pieces),
                directives.suspended(),
                directives.exclusive(),
                members(),
                last.map(GroupStatus::handovers)
                        .or(() -> allocation.map(this::handovers))
                        .orElse(List.of()),
                allocation.map(Allocation::history).orElse(List.of()),
                allocation,
                self);
    }

    /** Returns the part of the status that is about the member itself. */
    public static SelfStatus self(
            ProtocolState state, Duration roundTrip, Optional<String> problem, boolean stalled, long now) {
        Holdings holdings = state.holdings();
        boolean leased = state.lease().runsAt(now);
        return new SelfStatus(
                state.self().id(),
                state.incarnation(),
                leased ? Duration.ofNanos(state.lease().deadline() - now) : Duration.ZERO,
                leased ? holdings.held().count() : 0,
                holdings.pendingReleases().stream()
                        .mapToInt(release -> release.lost().count())
                        .sum(),
                roundTrip,
                problem,
                stalled);
    }

    private List<MemberStatus> members() {
        List<MemberStatus> members = new ArrayList<>();
        view.cards().forEach(card -> members.add(member(card)));
        view.allocation()
                .ifPresent(allocation -> allocation.roster().members().stream()
                        .filter(member -> !view.shows(member.incarnation()))
                        .forEach(member -> members.add(gone(member))));
        members.sort(Comparator.comparing(MemberStatus::incarnation));
        return members;
    }

    private MemberStatus member(Card card) {
        return new MemberStatus(
                card.incarnation(),
                state(card),
                card.acknowledged(),
                beatAge.apply(card.incarnation()),
                Optional.of(card.timeToLive()),
                pieces(card.incarnation()),
                weight(card.member()),
                card.member().zone(),
                card.address());
    }

    private MemberStatus gone(Member member) {
        return new MemberStatus(
                member.incarnation(),
                MemberState.GONE,
                0,
                Optional.empty(),
                Optional.empty(),
                pieces(member.incarnation()),
                weight(member),
                member.zone(),
                "");
    }

    private Runs pieces(Incarnation incarnation) {
        return view.allocation()
                .map(allocation -> Holdings.owned(allocation, incarnation))
                .orElse(Runs.NONE);
    }

    private int weight(Member member) {
        return directives.weights().getOrDefault(member.id(), member.weight());
    }

    private MemberState state(Card card) {
        if (card.state().eligible() && (directives.atRest() || weight(card.member()) == 0)) {
            return MemberState.SUSPENDED;
        }
        return switch (card.state()) {
            case SUSPENDED -> MemberState.SUSPENDED;
            case WAITING -> MemberState.WAITING;
            case RUNNING -> MemberState.RUNNING;
            case LEAVING -> MemberState.LEAVING;
        };
    }

    /** Returns the pieces that still wait for a releaser. The allocation may name releasers that have acknowledged since it was made. */
    private List<GroupStatus.Handover> handovers(Allocation allocation) {
        Acknowledgements acknowledgements = view.acknowledgements();
        Tenures tenures = allocation.holders().tenures();
        Runs moving = tenures.inMotion();
        List<GroupStatus.Handover> handovers = new ArrayList<>();
        for (int run = 0; run < moving.size(); run++) {
            for (int first = moving.first(run), last; first <= moving.last(run); first = last + 1) {
                last = tenures.sharedUntil(first, moving.last(run));
                List<Releaser> waiting = tenures.of(first).releasers().stream()
                        .filter(releaser -> !acknowledgements.satisfies(releaser))
                        .toList();
                if (!waiting.isEmpty()) {
                    add(handovers, allocation, first, last, waiting);
                }
            }
        }
        return handovers;
    }

    /** Adds one handover per owner: pieces that share a tenure may belong to several owners. */
    private static void add(
            List<GroupStatus.Handover> handovers, Allocation allocation, int first, int last, List<Releaser> waiting) {
        Runs all = Runs.of(first, last);
        Runs rest = all;
        for (int member = 0; member < allocation.roster().size(); member++) {
            Runs owned = allocation.division().of(member).and(all);
            if (!owned.isEmpty()) {
                handovers.add(new GroupStatus.Handover(
                        owned, Optional.of(allocation.roster().get(member).id()), waiting));
                rest = rest.minus(owned);
            }
        }
        if (!rest.isEmpty()) {
            handovers.add(new GroupStatus.Handover(rest, Optional.empty(), waiting));
        }
    }
}
