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

    private final Stage stage = Stage.ofTwo("closing");
    private final MoodyBoard way = new MoodyBoard(stage.board);
    private final CountDownLatch open = new CountDownLatch(1);

    @AfterEach
    void everybodyGoes() {
        way.answers();
        open.countDown();
        stage.close();
    }

    /** No card of this life is on the board: it left in good order. */
    private boolean isOff(Incarnation life) {
        return stage.board.remove(life, Long.MAX_VALUE);
    }

    @Test
    void whoClosesGivesEverythingAwayAndIsOffTheBoard() throws InterruptedException {
        Membership a = stage.join("a", way);
        Ear ear = new Ear();
        a.listen(ear);
        Soon.running(a);
        ear.until("+y");
        Hold hold = a.hold("x").orElseThrow();
        Incarnation life = a.life().orElseThrow();
        a.close();
        assertThat(isOff(life)).isTrue();
        assertThat(a.life()).isEmpty();
        assertThat(a.holds("x")).isFalse();
        assertThat(a.hold("x")).isEmpty();
        assertThat(hold.stopping() && hold.released() && !hold.valid()).isTrue();
        assertThat(ear.heard).containsExactly("+x", "+y", "-x REVOKED", "-y REVOKED");
        assertThat(a.awaitRunning(Soon.LIMIT))
                .as("nothing is waited for any more")
                .isFalse();
        a.close();
        hold.close();
    }

    @Test
    void whoMustGoWithoutAWordIsToldSo() throws InterruptedException {
        Membership a = stage.join("a", way);
        Ear ear = new Ear();
        a.listen(ear);
        Soon.running(a);
        ear.until("+y");
        way.isAway();
        a.close();
        assertThat(ear.heard).containsExactly("+x", "+y", "-x CLOSED", "-y CLOSED");
        assertThat(a.holds("x")).isFalse();
    }

    @Test
    void aBoardThatHangsIsNotWaitedFor() throws InterruptedException {
        stage.timed(Stage.SHORT);
        Membership a = stage.join("a", way);
        Ear ear = new Ear();
        a.listen(ear);
        Soon.running(a);
        ear.until("+y");
        Hold hold = Soon.got("it holds", () -> a.hold("x"));
        int before = way.calls.get();
        way.hangsHard(open);
        Soon.until("it hangs", () -> way.calls.get() > before);
        a.close();
        assertThat(open.getCount()).as("the board hangs still").isEqualTo(1);
        assertThat(a.holds("x")).isFalse();
        assertThat(a.portion().isEmpty()).isTrue();
        assertThat(hold.valid()).isFalse();
        assertThat(hold.stopping()).isTrue();
        assertThat(ear.heard).hasSizeGreaterThanOrEqualTo(4).last().asString().matches("-y (CLOSED|LEASE_ENDED)");
    }

    @Test
    void whoNeverJoinedClosesToo() {
        stage.timed(Stage.SHORT);
        way.hangs(open);
        Membership hanging = stage.join("a", way);
        Soon.until("it hangs", () -> way.calls.get() > 0);
        hanging.close();
        MoodyBoard other = new MoodyBoard(stage.board);
        other.isAway();
        Membership refused = stage.join("b", other);
        Soon.until("it tries", () -> other.calls.get() > 3);
        refused.close();
        assertThat(refused.life()).isEmpty();
        stage.join("c").close();
    }

    @Test
    void manyMayCloseAtOnce() throws InterruptedException {
        Membership a = stage.join("a", way);
        Soon.running(a);
        Incarnation life = a.life().orElseThrow();
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
        assertThat(isOff(life)).isTrue();
    }

    @Test
    void oneThatIsInterruptedWhileItClosesStillLeavesInGoodOrder() throws InterruptedException {
        Membership a = stage.join("a", way);
        Soon.running(a);
        Incarnation life = a.life().orElseThrow();
        Thread.currentThread().interrupt();
        a.close();
        assertThat(Thread.interrupted()).isTrue();
        Soon.until("it is off", () -> isOff(life));
    }

    @Test
    void aListenerMayClose() throws InterruptedException {
        Membership a = stage.join("a", way);
        CountDownLatch returned = new CountDownLatch(1);
        a.listen(new Ear(line -> {
            if (line.equals("+y")) {
                a.close();
                returned.countDown();
            }
        }));
        Soon.until(returned);
        Soon.until("it is gone", () -> stage.threads("a").isEmpty());
        assertThat(a.life()).isEmpty();
    }

    @Test
    void aTaskMayClose() throws InterruptedException {
        Membership a = stage.join("a", way);
        AtomicBoolean interrupted = new AtomicBoolean();
        CountDownLatch returned = new CountDownLatch(1);
        a.run(hold -> {
            if (hold.piece().equals("x")) {
                long began = System.nanoTime();
                a.close();
                boolean early = Thread.interrupted()
                        && System.nanoTime() - began < Stage.TIMING.grace().toNanos();
                interrupted.set(early);
                returned.countDown();
            }
        });
        Soon.until(returned);
        assertThat(interrupted).as("interrupted before the grace time was over").isFalse();
        Soon.until("it is gone", () -> stage.threads("a").isEmpty());
        assertThat(a.life()).isEmpty();
    }

    @Test
    void aListenerThatNeverReturnsIsInterruptedInTheEnd() throws InterruptedException {
        stage.timed(Stage.SHORT);
        Membership a = stage.join("a", way);
        CountDownLatch inside = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        a.listen(new Ear(line -> {
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

    /** How long it is waited for hangs on the lease, and where that is short a pulse that stands still goes without a word. */
    @Test
    void aTaskThatIgnoresEverythingIsNotWaitedForForEver() throws InterruptedException {
        stage.timed(Stage.SHORT);
        boolean inGoodOrder = false;
        for (int i = 0; i < 10 && !inGoodOrder; i++) {
            Membership a = stage.join("a" + i, way);
            CountDownLatch begun = new CountDownLatch(2);
            a.run(hold -> {
                begun.countDown();
                while (open.getCount() > 0) {
                    Soon.rest();
                }
            });
            Soon.until(begun);
            Incarnation life = Soon.got("it is there", a::life);
            a.close();
            inGoodOrder = isOff(life);
        }
        assertThat(inGoodOrder).isTrue();
    }

    @Test
    void hintsThatHangOrThrowDoNotHoldUpTheEnd() throws InterruptedException {
        Membership a = stage.join("a", way);
        Soon.running(a);
        way.parting = () -> {
            while (open.getCount() > 0) {
                Soon.rest();
            }
        };
        a.close();
        assertThat(open.getCount()).as("its hints hang still").isEqualTo(1);
        Membership b = stage.join("b", way);
        Soon.running(b);
        way.parting = () -> {
            throw new AssertionError("no hints were asked for");
        };
        b.close();
        assertThat(b.life()).isEmpty();
    }
}
