package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Membership;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ListenerTest {

    /** How long a listener continues after it was notified of a loss. */
    private static final Duration LAST_WORK = Duration.ofMillis(200);

    private final GroupFixture fixture = GroupFixture.ofTwo("listeners");

    @AfterEach
    void closeAll() {
        fixture.close();
    }

    @Test
    void listenersAreToldInOrder() throws InterruptedException {
        Membership a = fixture.join("a");
        RecordingListener listener = new RecordingListener();
        a.listen(listener);
        Soon.running(a);
        Membership b = fixture.join("b");
        Soon.running(b);
        b.close();
        Soon.until("a has all again", () -> a.portion().count() == 2);
        Soon.until("four lines were recorded", () -> listener.lines.size() == 4);
        String moved = listener.lines.get(2).substring(1, 2);
        assertThat(listener.lines).containsExactly("+x", "+y", "-" + moved + " REVOKED", "+" + moved);
    }

    @Test
    void aListenerThatComesLaterIsFirstToldOfAllThatIsHeld() throws InterruptedException {
        Membership a = fixture.join("a");
        Soon.running(a);
        RecordingListener listener = new RecordingListener();
        a.listen(listener);
        listener.until("+y");
        assertThat(listener.lines).containsExactly("+x", "+y");
    }

    @Test
    void aRemovedListenerIsNotNotified() throws InterruptedException {
        FaultyBoard faultyBoard = new FaultyBoard(fixture.board);
        faultyBoard.fail();
        Membership a = fixture.join("a", faultyBoard);
        RecordingListener removed = new RecordingListener();
        RecordingListener stays = new RecordingListener();
        a.listen(removed).close();
        a.listen(stays);
        faultyBoard.recover();
        Soon.running(a);
        stays.until("+y");
        assertThat(removed.lines).isEmpty();
    }

    @Test
    void anExceptionOfAListenerStopsNothing() throws InterruptedException {
        Membership a = fixture.join("a");
        RecordingListener throwing = new RecordingListener(line -> {
            if (line.startsWith("+")) {
                throw new IllegalStateException("a fault");
            }
            throw new AssertionError("an error");
        });
        RecordingListener wellBehaved = new RecordingListener();
        a.listen(throwing);
        a.listen(wellBehaved);
        Soon.running(a);
        wellBehaved.until("+y");
        Membership b = fixture.join("b");
        Soon.running(b);
        b.close();
        Soon.until(
                "both were notified of everything", () -> wellBehaved.lines.size() == 4 && throwing.lines.size() == 3);
        Soon.running(a);
    }

    @Test
    void aSlowListenerDoesNotStopThePulse() throws InterruptedException {
        fixture.timed(GroupFixture.SHORT);
        FaultyBoard faultyBoard = new FaultyBoard(fixture.board);
        Membership a = fixture.join("a", faultyBoard);
        CountDownLatch slow = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        a.listen(new RecordingListener(line -> {
            inside.countDown();
            uninterrupted(slow);
        }));
        Soon.until(inside);
        Optional<Incarnation> incarnation = a.incarnation();
        int before = faultyBoard.calls.get();
        Soon.until("the pulse has gone on for more than a lease", () -> faultyBoard.calls.get() > before + 30);
        Soon.until("it holds", () -> a.holds("x"));
        assertThat(a.incarnation()).isPresent().isEqualTo(incarnation);
        slow.countDown();
    }

    @Test
    void theNextOwnerWaitsUntilTheListenerReturned() throws InterruptedException {
        fixture.timed(GroupFixture.LONG_GRACE);
        Membership a = fixture.join("a");
        List<Membership> next = new CopyOnWriteArrayList<>();
        CountDownLatch returned = new CountDownLatch(1);
        AtomicBoolean early = new AtomicBoolean();
        a.listen(new RecordingListener(line -> {
            if (line.endsWith("REVOKED")) {
                long end = System.nanoTime() + LAST_WORK.toNanos();
                while (System.nanoTime() < end) {
                    early.compareAndSet(
                            false,
                            next.stream().anyMatch(owner -> !owner.portion().isEmpty()));
                    Soon.rest();
                }
                returned.countDown();
            }
        }));
        Soon.running(a);
        next.add(fixture.join("b"));
        Soon.until(returned);
        assertThat(early).isFalse();
        Soon.running(next.get(0));
    }

    @Test
    void theNextOwnerWaitsForAListenerAtMostTheGraceTime() throws InterruptedException {
        Membership a = fixture.join("a");
        CountDownLatch leave = new CountDownLatch(1);
        a.listen(new RecordingListener(line -> {
            if (line.endsWith("REVOKED")) {
                uninterrupted(leave);
            }
        }));
        Soon.running(a);
        Membership b = fixture.join("b");
        Soon.running(b);
        assertThat(leave.getCount()).isEqualTo(1);
        leave.countDown();
    }

    private static void uninterrupted(CountDownLatch latch) {
        try {
            Soon.until(latch);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
