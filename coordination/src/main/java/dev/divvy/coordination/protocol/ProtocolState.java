package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import dev.divvy.coordination.protocol.knowledge.BoardView;
import dev.divvy.coordination.protocol.knowledge.Knowledge;
import java.util.List;
import java.util.Optional;

/**
 * The whole protocol state of one member. Immutable; {@link ProtocolStep} computes the next one.
 *
 * @param place the member's place on the board; empty if it has none
 * @param requests changes that operators requested and that are not published yet
 */
public record ProtocolState(
        MemberSettings self,
        Optional<CardPlace> place,
        Lease lease,
        Knowledge knowledge,
        Holdings holdings,
        List<OperatorRequest> requests) {

    public ProtocolState {
        requests = List.copyOf(requests);
    }

    /** Returns the state of a process that has just started. */
    public static ProtocolState outside(MemberSettings self, BoardMemory memory) {
        return new ProtocolState(self, Optional.empty(), Lease.NONE, Knowledge.of(memory), Holdings.NONE, List.of());
    }

    public BoardView view() {
        return knowledge.view();
    }

    public Optional<Incarnation> incarnation() {
        return place.map(CardPlace::incarnation);
    }

    /** Whether this member may work on a piece of the allocation that it knows. */
    public boolean holds(int piece, long now) {
        return lease.runsAt(now) && holdings.held().contains(piece);
    }

    /** Whether this member's exclusive job may run. */
    public boolean mayRunAlone(long now) {
        return lease.runsAt(now) && holdings.exclusive().isPresent();
    }

    /** Returns the card that this member would publish now. */
    public Card card() {
        CardPlace own = place.orElseThrow(() -> new IllegalStateException(self.id() + " has no place on the board"));
        return new Card(
                self.asMember(own.incarnation()),
                own.beat(),
                own.acknowledged(),
                own.settled(),
                cardState(own.incarnation()),
                self.address(),
                self.timeToLive(),
                self.abilities());
    }

    private CardState cardState(Incarnation me) {
        if (self.leaving()) {
            return CardState.LEAVING;
        }
        if (self.suspended()) {
            return CardState.SUSPENDED;
        }
        Optional<Allocation> known = holdings.basis();
        boolean running = known.isPresent()
                && Holdings.isListed(known.get(), me)
                && !known.get().directives().atRest()
                && !holdings.isWaiting(me);
        return running ? CardState.RUNNING : CardState.WAITING;
    }

    ProtocolState with(Optional<CardPlace> next) {
        return new ProtocolState(self, next, lease, knowledge, holdings, requests);
    }

    ProtocolState with(Lease next) {
        return new ProtocolState(self, place, next, knowledge, holdings, requests);
    }

    ProtocolState with(Knowledge next) {
        return new ProtocolState(self, place, lease, next, holdings, requests);
    }

    ProtocolState with(Holdings next) {
        return new ProtocolState(self, place, lease, knowledge, next, requests);
    }

    ProtocolState with(MemberSettings next) {
        return new ProtocolState(next, place, lease, knowledge, holdings, requests);
    }

    ProtocolState withRequests(List<OperatorRequest> next) {
        return new ProtocolState(self, place, lease, knowledge, holdings, next);
    }
}
