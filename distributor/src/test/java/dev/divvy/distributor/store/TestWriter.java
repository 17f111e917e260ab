package dev.divvy.distributor.store;

import dev.divvy.allocation.Member;
import dev.divvy.allocation.Units;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.distributor.table.DistributionChange;
import dev.divvy.testservers.Await;
import java.time.Duration;
import java.util.Optional;

/** An elected writer of a store. */
record TestWriter(StorePorts store, Membership membership, Hold hold) implements AutoCloseable {

    /** Joins quickly, and does not expire on a busy machine. */
    static final Timing TIMING = Timing.of(Duration.ofMillis(200), Duration.ofSeconds(10))
            .withSettle(Duration.ZERO)
            .withGrace(Duration.ofMillis(50));

    private static final String PIECE = "writer";
    private static final Group GROUP = Group.of("distributor", Units.of(PIECE)).with(TIMING);

    static TestWriter join(StorePorts store, String id) throws InterruptedException {
        Membership membership = GROUP.join(store.board(), id);
        Await.until(id + " may write", () -> membership.holds(PIECE));
        return new TestWriter(store, membership, membership.hold(PIECE).orElseThrow());
    }

    boolean replace(DistributionChange change) {
        return store.distribution().replace(change, hold);
    }

    /** Releases the writer's unit and stays on the board. */
    void release() throws InterruptedException {
        membership.suspend(true);
        Await.until("the hold is released", hold::released);
    }

    /** Ejects the writer from the board, whatever its beat is; it returns as a new incarnation. */
    void eject() throws InterruptedException {
        Await.until("the card is removed", () -> {
            try {
                return store.board().remove(hold.incarnation(), beat());
            } catch (BoardUnavailableException e) {
                return false; // too slow, which says nothing about the card
            }
        });
    }

    /** Returns its current beat, read by a pulse that is too late to change anything. */
    private long beat() {
        Card late = new Card(
                new Member(hold.incarnation(), Optional.empty(), 1), 0, 0, CardState.WAITING, "", TIMING.timeToLive());
        return store.board().pulse(late, Optional.empty()).stream()
                .flatMap(seen -> seen.cards().stream())
                .filter(card -> card.incarnation().equals(hold.incarnation()))
                .mapToLong(Card::beat)
                .findFirst()
                .orElse(0);
    }

    @Override
    public void close() {
        hold.close();
        membership.close();
    }
}
