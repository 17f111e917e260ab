package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Membership;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AwaitTest {

    private final Stage stage = Stage.ofTwo("awaiting");
    private final MoodyBoard way = new MoodyBoard(stage.board);

    @AfterEach
    void everybodyGoes() {
        stage.close();
    }

    @Test
    void aSlowConditionDoesNotHoldUpThePulse() throws InterruptedException {
        Membership a = stage.join("a", way);
        Soon.running(a);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        Thread waiting = new Thread(() -> patiently(a, inside, open));
        waiting.start();
        Soon.until(inside);
        int before = way.calls.get();
        try {
            Soon.until("the pulse goes on", () -> way.calls.get() > before + 3);
        } finally {
            open.countDown();
            waiting.join(Soon.LIMIT.toMillis());
        }
        assertThat(waiting.isAlive()).isFalse();
    }

    private static void patiently(Membership a, CountDownLatch inside, CountDownLatch open) {
        try {
            a.await(
                    status -> {
                        inside.countDown();
                        try {
                            return open.await(50, TimeUnit.SECONDS);
                        } catch (InterruptedException e) {
                            return false;
                        }
                    },
                    Soon.LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aConditionMayCloseItsMember() throws InterruptedException {
        Membership a = stage.join("a", way);
        Soon.running(a);
        AtomicBoolean closed = new AtomicBoolean();
        Thread waiting = new Thread(() -> {
            try {
                a.await(
                        status -> {
                            a.close();
                            closed.set(true);
                            return true;
                        },
                        Soon.LIMIT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        waiting.start();
        waiting.join(Soon.LIMIT.toMillis());
        assertThat(closed).isTrue();
    }

    @Test
    void aTimeBeyondAllClocksIsATimeLikeAnother() throws InterruptedException {
        Membership a = stage.join("a", way);
        assertThat(a.awaitRunning(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
        assertThat(a.await(status -> false, Duration.ofSeconds(Long.MIN_VALUE))).isFalse();
    }
}
