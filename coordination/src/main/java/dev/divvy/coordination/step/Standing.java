package dev.divvy.coordination.step;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Self;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.step.knowledge.BoardMemory;
import dev.divvy.coordination.step.knowledge.Knowledge;
import dev.divvy.coordination.step.knowledge.View;
import java.util.List;
import java.util.Optional;

/**
 * Where one member stands: the whole state of the protocol in one process. Immutable; {@link Step} makes the next one.
 *
 * @param post its place on the board; empty when it has none
 * @param asked changes that operators asked for and that are not published yet
 */
public record Standing(
        Self self, Optional<Post> post, Lease lease, Knowledge outlook, Holdings holdings, List<Asked> asked) {

    public Standing {
        asked = List.copyOf(asked);
    }

    /** Of a process that has just begun. */
    public static Standing outside(Self self, BoardMemory memory) {
        return new Standing(self, Optional.empty(), Lease.NONE, Knowledge.of(memory), Holdings.NONE, List.of());
    }

    public View view() {
        return outlook.view();
    }

    public Optional<Incarnation> life() {
        return post.map(Post::life);
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
        Post mine = post.orElseThrow(() -> new IllegalStateException(self.id() + " has no place on the board"));
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

    Standing with(Optional<Post> next) {
        return new Standing(self, next, lease, outlook, holdings, asked);
    }

    Standing with(Lease next) {
        return new Standing(self, post, next, outlook, holdings, asked);
    }

    Standing with(Knowledge next) {
        return new Standing(self, post, lease, next, holdings, asked);
    }

    Standing with(Holdings next) {
        return new Standing(self, post, lease, outlook, next, asked);
    }

    Standing with(Self next) {
        return new Standing(next, post, lease, outlook, holdings, asked);
    }

    Standing asking(List<Asked> next) {
        return new Standing(self, post, lease, outlook, holdings, next);
    }
}
