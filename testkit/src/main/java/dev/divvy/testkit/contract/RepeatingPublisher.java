package dev.divvy.testkit.contract;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.Card;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A publisher that hangs up one allocation after the other until it is told to stop, and then tries once more. */
final class RepeatingPublisher {

    private static final int SOME = 3;

    private final Board board;
    private final Card publisher;
    private final CountDownLatch some = new CountDownLatch(SOME);

    /** Written by the publishing thread only. */
    private Optional<Allocation> last;

    private volatile boolean stopped;

    RepeatingPublisher(Board board, Card publisher, Optional<Allocation> before) {
        this.board = board;
        this.publisher = publisher;
        this.last = before;
    }

    Optional<Version> publishUntilTold() {
        boolean more = true;
        while (more && !stopped) {
            more = publish();
            some.countDown();
        }
        while (some.getCount() > 0) {
            some.countDown();
        }
        publish();
        return last.map(Allocation::version);
    }

    private boolean publish() {
        Allocation next = last.map(before -> SampleAllocations.next(before, publisher))
                .orElseGet(() -> SampleAllocations.first(publisher));
        boolean done = board.publish(publisher.life(), last.map(Allocation::version), next);
        if (done) {
            last = Optional.of(next);
        }
        return done;
    }

    /** Waits until some allocations hang there, or will not. */
    void awaitSome() throws InterruptedException {
        some.await();
    }

    void stop() {
        stopped = true;
    }
}
