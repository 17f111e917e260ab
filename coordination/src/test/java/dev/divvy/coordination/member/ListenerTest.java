package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.MemberSettings;
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

    /** How long a listener goes on after it was told of a loss. */
    private static final Duration LAST_WORK = Duration.ofMillis(200);

    private final Stage stage = Stage.ofTwo("listeners");

    @AfterEach
    void everybodyGoes() {
        stage.close();
    }

    @Test
    void listenersAreToldInOrder() throws InterruptedException {
        Membership a = stage.join("a");
        Ear ear = new Ear();
        a.listen(ear);
        Soon.running(a);
        Membership b = stage.join("b");
        Soon.running(b);
        b.close();
        Soon.until("a has all again", () -> a.portion().count() == 2);
        Soon.until("four lines were told", () -> ear.heard.size() == 4);
        String moved = ear.heard.get(2).substring(1, 2);
        assertThat(ear.heard).containsExactly("+x", "+y", "-" + moved + " REVOKED", "+" + moved);
    }

    @Test
    void aListenerThatComesLaterIsFirstToldOfAllThatIsHeld() throws InterruptedException {
        Membership a = stage.join("a");
        Soon.running(a);
        Ear ear = new Ear();
        a.listen(ear);
        ear.until("+y");
        assertThat(ear.heard).containsExactly("+x", "+y");
    }

    @Test
    void oneThatIsRemovedIsToldNothingMore() throws InterruptedException {
        MoodyBoard way = new MoodyBoard(stage.board);
        way.isAway();
        Membership a = stage.join("a", way);
        Ear removed = new Ear();
        Ear stays = new Ear();
        a.listen(removed).close();
        a.listen(stays);
        way.answers();
        Soon.running(a);
        stays.until("+y");
        assertThat(removed.heard).isEmpty();
    }

    @Test
    void whoIsGivenThingsAheadIsToldOfALossBeforeAnyGain() throws InterruptedException {
        stage.timed(Stage.PATIENT);
        Membership a = stage.join("a");
        Soon.running(a);
        try (Hold x = a.holdPiece("x").orElseThrow();
                Hold y = a.holdPiece("y").orElseThrow()) {
            Membership b = stage.join(new MemberSettings("b").givenAhead(), new MoodyBoard(stage.board));
            Ear ear = new Ear();
            b.listen(ear);
            Soon.until(
                    "b owns one that a works on",
                    () -> b.status().members().stream()
                            .anyMatch(member ->
                                    member.id().equals("b") && member.pieces().count() == 1));
            b.suspend(true);
            Soon.until("b was told", () -> !ear.heard.isEmpty());
            assertThat(ear.heard)
                    .containsAnyOf("-" + x.piece() + " REVOKED", "-" + y.piece() + " REVOKED")
                    .hasSize(1);
        }
    }

    @Test
    void whatAListenerThrowsStopsNothing() throws InterruptedException {
        Membership a = stage.join("a");
        Ear throwing = new Ear(line -> {
            if (line.startsWith("+")) {
                throw new IllegalStateException("a fault");
            }
            throw new AssertionError("an error");
        });
        Ear calm = new Ear();
        a.listen(throwing);
        a.listen(calm);
        Soon.running(a);
        calm.until("+y");
        Membership b = stage.join("b");
        Soon.running(b);
        b.close();
        Soon.until("everything was told to both", () -> calm.heard.size() == 4 && throwing.heard.size() == 3);
        Soon.running(a);
    }

    @Test
    void aSlowListenerDoesNotStopThePulse() throws InterruptedException {
        stage.timed(Stage.SHORT);
        MoodyBoard way = new MoodyBoard(stage.board);
        Membership a = stage.join("a", way);
        CountDownLatch slow = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        a.listen(new Ear(line -> {
            inside.countDown();
            uninterrupted(slow);
        }));
        Soon.until(inside);
        Optional<Incarnation> life = a.life();
        int before = way.calls.get();
        Soon.until("the pulse has gone on for more than a lease", () -> way.calls.get() > before + 30);
        Soon.until("it holds", () -> a.holds("x"));
        assertThat(a.life()).isPresent().isEqualTo(life);
        slow.countDown();
    }

    @Test
    void theNextOwnerWaitsUntilTheListenerReturned() throws InterruptedException {
        stage.timed(Stage.PATIENT);
        Membership a = stage.join("a");
        List<Membership> next = new CopyOnWriteArrayList<>();
        CountDownLatch returned = new CountDownLatch(1);
        AtomicBoolean early = new AtomicBoolean();
        a.listen(new Ear(line -> {
            if (line.endsWith("REVOKED")) {
                long end = System.nanoTime() + LAST_WORK.toNanos();
                while (System.nanoTime() < end) {
                    early.compareAndSet(
                            false, next.stream().anyMatch(one -> !one.portion().isEmpty()));
                    Soon.rest();
                }
                returned.countDown();
            }
        }));
        Soon.running(a);
        next.add(stage.join("b"));
        Soon.until(returned);
        assertThat(early).isFalse();
        Soon.running(next.get(0));
    }

    @Test
    void theNextOwnerWaitsForAListenerAtMostTheGraceTime() throws InterruptedException {
        Membership a = stage.join("a");
        CountDownLatch leave = new CountDownLatch(1);
        a.listen(new Ear(line -> {
            if (line.endsWith("REVOKED")) {
                uninterrupted(leave);
            }
        }));
        Soon.running(a);
        Membership b = stage.join("b");
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
