package dev.divvy.distributor.store;

import dev.divvy.allocation.Units;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.member.Group;
import dev.divvy.coordination.member.Hold;
import dev.divvy.coordination.member.Membership;
import dev.divvy.distributor.Soon;
import dev.divvy.distributor.table.Change;
import java.time.Duration;

/** One who may write the table of a store, as long as it is not told otherwise. */
record TestWriter(Store store, Membership membership, Hold hold) implements AutoCloseable {

    /** Quick to join, and not taken for dead when the machine is busy. */
    static final Timing TIMING = Timing.of(Duration.ofMillis(200), Duration.ofSeconds(10))
            .withSettle(Duration.ZERO)
            .withGrace(Duration.ofMillis(50));

    private static final String PIECE = "writer";
    private static final Group GROUP = Group.of("distributor", Units.of(PIECE)).with(TIMING);

    static TestWriter join(Store store, String id) throws InterruptedException {
        Membership membership = GROUP.join(store.board(), id);
        Soon.until(id + " may write", () -> membership.holds(PIECE));
        return new TestWriter(store, membership, membership.hold(PIECE).orElseThrow());
    }

    boolean replace(Change change) {
        return store.sheets().replace(change, hold);
    }

    /** Lets go of the table, and stays on the board. */
    void letGo() throws InterruptedException {
        membership.suspend(true);
        Soon.until("the hold is released", hold::released);
    }

    /** Takes the writer off the board, whatever its beat is; it comes back, as somebody else. */
    void takeOff() throws InterruptedException {
        Soon.until("the card is off", () -> {
            for (long beat = 0; beat < 100; beat++) {
                if (store.board().remove(hold.life(), beat)) {
                    return true;
                }
            }
            return false;
        });
    }

    @Override
    public void close() {
        hold.close();
        membership.close();
    }
}
