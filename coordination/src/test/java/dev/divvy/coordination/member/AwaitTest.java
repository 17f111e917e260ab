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

    private final GroupFixture fixture = GroupFixture.ofTwo("awaiting");
    private final FaultyBoard faultyBoard = new FaultyBoard(fixture.board);

    @AfterEach
    void closeAll() {
        fixture.close();
    }

    @Test
    void aSlowConditionDoesNotHoldUpThePulse() throws InterruptedException {
        Membership a = fixture.join("a", faultyBoard);
        Soon.running(a);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        Thread waiting = new Thread(() -> awaitSlowly(a, inside, open));
        waiting.start();
        Soon.until(inside);
        int before = faultyBoard.calls.get();
        try {
            Soon.until("the pulse goes on", () -> faultyBoard.calls.get() > before + 3);
        } finally {
            open.countDown();
            waiting.join(Soon.LIMIT.toMillis());
        }
        assertThat(waiting.isAlive()).isFalse();
    }

    private static void awaitSlowly(Membership a, CountDownLatch inside, CountDownLatch open) {
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
        Membership a = fixture.join("a", faultyBoard);
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
    void anExtremeDurationIsAccepted() throws InterruptedException {
        Membership a = fixture.join("a", faultyBoard);
        assertThat(a.awaitRunning(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
        assertThat(a.await(status -> false, Duration.ofSeconds(Long.MIN_VALUE))).isFalse();
    }
}
