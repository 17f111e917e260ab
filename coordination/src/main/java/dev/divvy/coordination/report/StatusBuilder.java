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
import java.util.Optional;
import java.util.function.Function;

/** Makes the status of a group from where one member stands, or from a look at its board. A function of values, like the step. */
public final class StatusBuilder {

    private final BoardView view;
    private final Directives directives;

    /** How long ago a beat was seen to move. */
    private final Function<Incarnation, Optional<Duration>> beatAge;

    private StatusBuilder(BoardView view, Function<Incarnation, Optional<Duration>> beatAge) {
        this.view = view;
        this.directives = view.allocation().map(Allocation::directives).orElse(Directives.NONE);
        this.beatAge = beatAge;
    }

    /**
     * The group as this member sees it.
     *
     * @param pieces what the group divides as long as there is no allocation
     * @param trouble why the board does not answer; empty when it does
     */
    public static GroupStatus group(
            String name, Pieces pieces, ProtocolState standing, Optional<String> trouble, long now) {
        StatusBuilder status = new StatusBuilder(
                standing.view(),
                life -> standing.outlook().watch().age(life, now).map(Duration::ofNanos));
        return status.group(name, pieces, self(standing, trouble, now));
    }

    /** The group as one sees it who looks at its board and is no member. */
    public static GroupStatus looked(String name, BoardSnapshot sighting) {
        BoardView view = new BoardView(sighting.allocation(), sighting.cards(), 0, sighting.mayHaveForgotten());
        return new StatusBuilder(view, life -> Optional.empty()).group(name, Units.of(), SelfStatus.NONE);
    }

    private GroupStatus group(String name, Pieces pieces, SelfStatus self) {
        Optional<Allocation> allocation = view.allocation();
        return new GroupStatus(
                name,
                view.version(),
                allocation.map(Allocation::pieces).orElse(pieces),
                directives.suspended(),
                directives.exclusive(),
                members(),
                allocation.map(this::motions).orElse(List.of()),
                allocation.map(Allocation::history).orElse(List.of()),
                allocation,
                self);
    }

    private static SelfStatus self(ProtocolState standing, Optional<String> trouble, long now) {
        Holdings holdings = standing.holdings();
        boolean leased = standing.lease().runsAt(now);
        return new SelfStatus(
                standing.self().id(),
                standing.life(),
                leased ? Duration.ofNanos(standing.lease().deadline() - now) : Duration.ZERO,
                leased ? holdings.held().count() : 0,
                holdings.partings().stream()
                        .mapToInt(parting -> parting.lost().count())
                        .sum(),
                trouble);
    }

    private List<MemberStatus> members() {
        List<MemberStatus> members = new ArrayList<>();
        view.cards().forEach(card -> members.add(member(card)));
        view.allocation()
                .ifPresent(allocation -> allocation.roster().members().stream()
                        .filter(member -> !view.shows(member.life()))
                        .forEach(member -> members.add(gone(member))));
        members.sort(Comparator.comparing(MemberStatus::life));
        return members;
    }

    private MemberStatus member(Card card) {
        return new MemberStatus(
                card.life(),
                state(card),
                card.acknowledged(),
                beatAge.apply(card.life()),
                pieces(card.life()),
                weight(card.member()),
                card.member().zone(),
                card.address());
    }

    private MemberStatus gone(Member member) {
        return new MemberStatus(
                member.life(),
                MemberState.GONE,
                0,
                Optional.empty(),
                pieces(member.life()),
                weight(member),
                member.zone(),
                "");
    }

    private Runs pieces(Incarnation life) {
        return view.allocation()
                .map(allocation -> Holdings.owned(allocation, life))
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

    /** What still waits for somebody, by the cards of now; the record may name some who have let go meanwhile. */
    private List<GroupStatus.Motion> motions(Allocation allocation) {
        Acknowledgements witness = view.witness();
        Tenures tenures = allocation.holders().tenures();
        Runs moving = tenures.inMotion();
        List<GroupStatus.Motion> motions = new ArrayList<>();
        for (int run = 0; run < moving.size(); run++) {
            for (int first = moving.first(run), last; first <= moving.last(run); first = last + 1) {
                last = tenures.sharedUntil(first, moving.last(run));
                List<Releaser> waiting = tenures.of(first).releasers().stream()
                        .filter(releaser -> !witness.satisfies(releaser))
                        .toList();
                if (!waiting.isEmpty()) {
                    add(motions, allocation, first, last, waiting);
                }
            }
        }
        return motions;
    }

    /** Pieces that share a tenure may belong to several owners. */
    private static void add(
            List<GroupStatus.Motion> motions, Allocation allocation, int first, int last, List<Releaser> waiting) {
        Runs all = Runs.of(first, last);
        Runs rest = all;
        for (int member = 0; member < allocation.roster().size(); member++) {
            Runs theirs = allocation.division().of(member).and(all);
            if (!theirs.isEmpty()) {
                motions.add(new GroupStatus.Motion(
                        theirs, Optional.of(allocation.roster().get(member).id()), waiting));
                rest = rest.minus(theirs);
            }
        }
        if (!rest.isEmpty()) {
            motions.add(new GroupStatus.Motion(rest, Optional.empty(), waiting));
        }
    }
}
