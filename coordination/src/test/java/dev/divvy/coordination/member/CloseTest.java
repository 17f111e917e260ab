package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class CloseTest {

    private final GroupFixture fixture = GroupFixture.ofTwo("closing");
    private final FaultyBoard faultyBoard = new FaultyBoard(fixture.board);
    private final CountDownLatch open = new CountDownLatch(1);

    @AfterEach
    void closeAll() {
        faultyBoard.recover();
        open.countDown();
        fixture.close();
    }

    /** Whether no card of this incarnation is on the board, so that it left gracefully. */
    private boolean hasLeft(Incarnation incarnation) {
        return fixture.board.remove(incarnation, Long.MAX_VALUE);
    }

    @Test
    void aClosingMemberGivesEverythingAwayAndRemovesItsCard() throws InterruptedException {
        Membership a = fixture.join("a", faultyBoard);
        RecordingListener listener = new RecordingListener();
        a.listen(listener);
        Soon.running(a);
        listener.until("+y");
        Hold hold = a.hold("x").orElseThrow();
        Incarnation incarnation = a.incarnation().orElseThrow();
        a.close();
        assertThat(hasLeft(incarnation)).isTrue();
        assertThat(a.incarnation()).isEmpty();
        assertThat(a.holds("x")).isFalse();
        assertThat(a.hold("x")).isEmpty();
        assertThat(hold.stopping() && hold.released() && !hold.valid()).isTrue();
        assertThat(listener.lines).containsExactly("+x", "+y", "-x REVOKED", "-y REVOKED");
        assertThat(a.awaitRunning(Soon.LIMIT))
                .as("nothing is waited for any more")
                .isFalse();
        a.close();
        hold.close();
    }

    @Test
    void listenersOfAnAbandonedMembershipAreToldThatItClosed() throws InterruptedException {
        Membership a = fixture.join("a", faultyBoard);
        RecordingListener listener = new RecordingListener();
        a.listen(listener);
        Soon.running(a);
        listener.until("+y");
        faultyBoard.fail();
        a.close();
        assertThat(listener.lines).containsExactly("+x", "+y", "-x CLOSED", "-y CLOSED");
        assertThat(a.holds("x")).isFalse();
    }

    @Test
    void aBoardThatHangsIsNotWaitedFor() throws InterruptedException {
        fixture.timed(GroupFixture.SHORT);
        Membership a = fixture.join("a", faultyBoard);
        RecordingListener listener = new RecordingListener();
        a.listen(listener);
        Soon.running(a);
        listener.until("+y");
        Hold hold = Soon.got("it holds", () -> a.hold("x"));
        int before = faultyBoard.calls.get();
        faultyBoard.hangUninterruptibly(open);
        Soon.until("it hangs", () -> faultyBoard.calls.get() > before);
        a.close();
        assertThat(open.getCount()).as("the board hangs still").isEqualTo(1);
        assertThat(a.holds("x")).isFalse();
        assertThat(a.portion().isEmpty()).isTrue();
        assertThat(hold.valid()).isFalse();
        assertThat(hold.stopping()).isTrue();
        assertThat(listener.lines)
                .hasSizeGreaterThanOrEqualTo(4)
                .last()
                .asString()
                .matches("-y (CLOSED|LEASE_ENDED)");
    }

    @Test
    void aMemberThatNeverJoinedClosesToo() {
        fixture.timed(GroupFixture.SHORT);
        faultyBoard.hang(open);
        Membership hanging = fixture.join("a", faultyBoard);
        Soon.until("it hangs", () -> faultyBoard.calls.get() > 0);
        hanging.close();
        FaultyBoard other = new FaultyBoard(fixture.board);
        other.fail();
        Membership refused = fixture.join("b", other);
        Soon.until("it tries", () -> other.calls.get() > 3);
        refused.close();
        assertThat(refused.incarnation()).isEmpty();
        fixture.join("c").close();
    }

    @Test
    void manyMayCloseAtOnce() throws InterruptedException {
        Membership a = fixture.join("a", faultyBoard);
        Soon.running(a);
        Incarnation incarnation = a.incarnation().orElseThrow();
        List<Thread> closing = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Thread thread = new Thread(a::close);
            closing.add(thread);
            thread.start();
        }
        for (Thread thread : closing) {
            thread.join(Soon.LIMIT.toMillis());
            assertThat(thread.isAlive()).isFalse();
        }
        assertThat(hasLeft(incarnation)).isTrue();
    }

    @Test
    void anInterruptedCloseStillLeavesGracefully() throws InterruptedException {
        Membership a = fixture.join("a", faultyBoard);
        Soon.running(a);
        Incarnation incarnation = a.incarnation().orElseThrow();
        Thread.currentThread().interrupt();
        a.close();
        assertThat(Thread.interrupted()).isTrue();
        Soon.until("it has left", () -> hasLeft(incarnation));
    }

    @Test
    void aListenerMayClose() throws InterruptedException {
        Membership a = fixture.join("a", faultyBoard);
        CountDownLatch returned = new CountDownLatch(1);
        a.listen(new RecordingListener(line -> {
            if (line.equals("+y")) {
                a.close();
                returned.countDown();
            }
        }));
        Soon.until(returned);
        Soon.until("it is gone", () -> fixture.threads("a").isEmpty());
        assertThat(a.incarnation()).isEmpty();
    }

    @Test
    void aTaskMayClose() throws InterruptedException {
        Membership a = fixture.join("a", faultyBoard);
        AtomicBoolean interrupted = new AtomicBoolean();
        CountDownLatch returned = new CountDownLatch(1);
        a.run(hold -> {
            if (hold.piece().equals("x")) {
                long began = System.nanoTime();
                a.close();
                boolean early = Thread.interrupted()
                        && System.nanoTime() - began
                                < GroupFixture.TIMING.grace().toNanos();
                interrupted.set(early);
                returned.countDown();
            }
        });
        Soon.until(returned);
        assertThat(interrupted).as("interrupted before the grace time was over").isFalse();
        Soon.until("it is gone", () -> fixture.threads("a").isEmpty());
        assertThat(a.incarnation()).isEmpty();
    }

    @Test
    void aListenerThatNeverReturnsIsInterruptedInTheEnd() throws InterruptedException {
        fixture.timed(GroupFixture.SHORT);
        Membership a = fixture.join("a", faultyBoard);
        CountDownLatch inside = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        a.listen(new RecordingListener(line -> {
            inside.countDown();
            try {
                Soon.until(open);
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
        }));
        Soon.until(inside);
        a.close();
        Soon.until("it was interrupted", interrupted::get);
    }

    /**
     * Close waits for a time that depends on the lease; if that is short, a member whose pulse is paused abandons its card. Hence the
     * retries.
     */
    @Test
    void aTaskThatIgnoresEverythingIsNotWaitedForForEver() throws InterruptedException {
        fixture.timed(GroupFixture.SHORT);
        boolean leftGracefully = false;
        for (int i = 0; i < 10 && !leftGracefully; i++) {
            Membership a = fixture.join("a" + i, faultyBoard);
            CountDownLatch begun = new CountDownLatch(2);
            a.run(hold -> {
                begun.countDown();
                while (open.getCount() > 0) {
                    Soon.rest();
                }
            });
            Soon.until(begun);
            Incarnation incarnation = Soon.got("it is there", a::incarnation);
            a.close();
            leftGracefully = hasLeft(incarnation);
        }
        assertThat(leftGracefully).isTrue();
    }

    @Test
    void hintsThatHangOrThrowDoNotHoldUpTheEnd() throws InterruptedException {
        Membership a = fixture.join("a", faultyBoard);
        Soon.running(a);
        faultyBoard.onUnsubscribe = () -> {
            while (open.getCount() > 0) {
                Soon.rest();
            }
        };
        a.close();
        assertThat(open.getCount()).as("its hints hang still").isEqualTo(1);
        Membership b = fixture.join("b", faultyBoard);
        Soon.running(b);
        faultyBoard.onUnsubscribe = () -> {
            throw new AssertionError("no hints were asked for");
        };
        b.close();
        assertThat(b.incarnation()).isEmpty();
    }
}
