package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Cards, allocations and snapshots for tests of single steps. Members are in their first incarnation, and have weight 1. */
final class StepFixtures {

    static final Timing TIMING = Timing.SERVER;
    static final Planner PLANNER = new Planner(new Sticky(Sticky.Policy.RUNS));
    static final long MILLI = 1_000_000L;
    static final long LEASE = TIMING.lease().toNanos();
    static final long GRACE = TIMING.grace().toNanos();
    static final long TIME_TO_LIVE = TIMING.timeToLive().toNanos();

    private StepFixtures() {}

    static Incarnation incarnation(String id) {
        return new Incarnation(id, 1);
    }

    /** Returns the card of a running member that has acknowledged this epoch. */
    static Card card(String id, long acknowledged) {
        return new Card(new Member(incarnation(id), Optional.empty(), 1), 1, acknowledged, CardState.RUNNING, "");
    }

    static Card saying(CardState state, String id, long acknowledged) {
        return new Card(new Member(incarnation(id), Optional.empty(), 1), 1, acknowledged, state, "");
    }

    /** Returns epoch 1: one piece, which belongs to this owner, among these members. */
    static Allocation ownedBy(String owner, Card... cards) {
        return PLANNER.first(new Version("L", 1), Tokens.sql(1), roster(cards), Directives.NONE.pin("0", owner));
    }

    /** Returns the next epoch, in which the piece belongs to this owner, planned by a member that saw these cards. */
    static Allocation passedTo(String owner, Allocation before, Card... cards) {
        return next(before, before.directives().pin("0", owner), cards);
    }

    static Allocation next(Allocation before, Directives directives, Card... cards) {
        return PLANNER.next(before, before.pieces(), roster(cards), directives, acknowledgements(cards));
    }

    static Allocation divided(Allocation before, Pieces pieces, Card... cards) {
        return PLANNER.next(before, pieces, roster(cards), before.directives(), acknowledgements(cards));
    }

    private static Acknowledgements acknowledgements(Card... cards) {
        NavigableMap<Incarnation, Long> acknowledged = new TreeMap<>();
        for (Card card : cards) {
            acknowledged.put(card.incarnation(), card.acknowledged());
        }
        return Acknowledgements.of(acknowledged);
    }

    static Roster roster(Card... cards) {
        return Roster.of(Arrays.stream(cards)
                .filter(card -> card.state().eligible())
                .map(Card::member)
                .toList());
    }

    static BoardSnapshot shows(Allocation allocation, Card... cards) {
        return new BoardSnapshot(
                "here", Optional.of(allocation.version()), Optional.of(allocation), Arrays.asList(cards), false);
    }

    static BoardSnapshot showsNoAllocation(Card... cards) {
        return new BoardSnapshot("here", Optional.empty(), Optional.empty(), Arrays.asList(cards), false);
    }

    /** Returns the state of a member that has just joined. */
    static ProtocolState joined(String id) {
        return ProtocolStep.joined(ProtocolState.outside(new MemberSettings(id), BoardMemory.NONE), incarnation(id))
                .state();
    }

    /** Returns the result of a pulse that was sent and answered at the same moment. */
    static StepResult sees(ProtocolState before, long now, BoardSnapshot snapshot) {
        return ProtocolStep.observed(before, now, snapshot, TIMING, now);
    }

    /** Returns the state of a member that has joined and seen this at time 0. */
    static ProtocolState saw(String id, Allocation allocation, Card... cards) {
        return sees(joined(id), 0, shows(allocation, cards)).state();
    }
}
