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
 * Where one member stands: the whole state of the protocol in one process. Immutable; {@link ProtocolStep} makes the next one.
 *
 * @param post its place on the board; empty when it has none
 * @param asked changes that operators asked for and that are not published yet
 */
public record ProtocolState(
        MemberSettings self,
        Optional<CardPlace> post,
        Lease lease,
        Knowledge outlook,
        Holdings holdings,
        List<OperatorRequest> asked) {

    public ProtocolState {
        asked = List.copyOf(asked);
    }

    /** Of a process that has just begun. */
    public static ProtocolState outside(MemberSettings self, BoardMemory memory) {
        return new ProtocolState(self, Optional.empty(), Lease.NONE, Knowledge.of(memory), Holdings.NONE, List.of());
    }

    public BoardView view() {
        return outlook.view();
    }

    public Optional<Incarnation> life() {
        return post.map(CardPlace::life);
    }

    /** Whether this member may work on a piece of the allocation that it knows. */
    public boolean holds(int piece, long now) {
        return lease.runsAt(now) && holdings.held().contains(piece);
    }

    /** Whether this member's exclusive job may run. */
    public boolean mayRunAlone(long now) {
        return lease.runsAt(now) && holdings.exclusive().isPresent();
    }

    /** What this member would post now. */
    public Card card() {
        CardPlace mine = post.orElseThrow(() -> new IllegalStateException(self.id() + " has no place on the board"));
        return new Card(
                self.as(mine.life()),
                mine.beat(),
                mine.acknowledged(),
                state(mine.life()),
                self.address(),
                self.timeToLive());
    }

    private CardState state(Incarnation me) {
        if (self.leaving()) {
            return CardState.LEAVING;
        }
        if (self.suspended()) {
            return CardState.SUSPENDED;
        }
        Optional<Allocation> known = holdings.basis();
        boolean running = known.isPresent()
                && Holdings.lists(known.get(), me)
                && !known.get().directives().atRest()
                && !holdings.waits(me);
        return running ? CardState.RUNNING : CardState.WAITING;
    }

    ProtocolState with(Optional<CardPlace> next) {
        return new ProtocolState(self, next, lease, outlook, holdings, asked);
    }

    ProtocolState with(Lease next) {
        return new ProtocolState(self, post, next, outlook, holdings, asked);
    }

    ProtocolState with(Knowledge next) {
        return new ProtocolState(self, post, lease, next, holdings, asked);
    }

    ProtocolState with(Holdings next) {
        return new ProtocolState(self, post, lease, outlook, next, asked);
    }

    ProtocolState with(MemberSettings next) {
        return new ProtocolState(next, post, lease, outlook, holdings, asked);
    }

    ProtocolState asking(List<OperatorRequest> next) {
        return new ProtocolState(self, post, lease, outlook, holdings, next);
    }
}
