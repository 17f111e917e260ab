package dev.divvy.testkit.contract;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.Card;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Publishes one allocation after the other until it is stopped, and then tries once more. */
final class RepeatingPublisher {

    private static final int FEW = 3;

    private final Board board;
    private final Card publisher;
    private final CountDownLatch firstFew = new CountDownLatch(FEW);

    /** Written by the publishing thread only. */
    private Optional<Allocation> last;

    private volatile boolean stopped;

    RepeatingPublisher(Board board, Card publisher, Optional<Allocation> before) {
        this.board = board;
        this.publisher = publisher;
        this.last = before;
    }

    Optional<Version> publishUntilStopped() {
        boolean more = true;
        while (more && !stopped) {
            more = publish();
            firstFew.countDown();
        }
        while (firstFew.getCount() > 0) {
            firstFew.countDown();
        }
        publish();
        return last.map(Allocation::version);
    }

    private boolean publish() {
        Allocation next = last.map(before -> SampleAllocations.next(before, publisher))
                .orElseGet(() -> SampleAllocations.first(publisher));
        boolean published = board.publish(publisher.incarnation(), last.map(Allocation::version), next);
        if (published) {
            last = Optional.of(next);
        }
        return published;
    }

    /** Waits until a few allocations are published, or none will be. */
    void awaitFirstFew() throws InterruptedException {
        firstFew.await();
    }

    void stop() {
        stopped = true;
    }
}
