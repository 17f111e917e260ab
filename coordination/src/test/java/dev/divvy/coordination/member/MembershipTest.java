package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.memory.MemoryBoard;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MembershipTest {

    private static final Duration SOON = Duration.ofMinutes(1);

    /** A thread that is paused for seconds neither ends a lease nor is left behind by close. */
    private static final Timing TIMING =
            Timing.of(Duration.ofMillis(200), Duration.ofMinutes(1)).withGrace(Duration.ofSeconds(30));

    private final MemoryBoard board = new MemoryBoard();

    @Test
    void everyKeyIsHeldByExactlyOneMember() throws InterruptedException {
        Group group = Group.of("orders", Tokens.wide(64)).with(TIMING);
        try (Membership a = group.join(board, "a");
                Membership b = group.join(board, "b")) {
            assertThat(a.awaitRunning(SOON)).isTrue();
            assertThat(b.awaitRunning(SOON)).isTrue();
            for (int i = 0; i < 1000; i++) {
                assertThat(a.holds("key-" + i)).isNotEqualTo(b.holds("key-" + i));
            }
        }
    }

    @Test
    void tasksFollowTheirPieces() throws InterruptedException {
        Group group = Group.of("jobs", Units.of("x", "y", "z", "w")).with(TIMING);
        Set<String> running = ConcurrentHashMap.newKeySet();
        CountDownLatch four = new CountDownLatch(4);
        Membership a = group.join(board, "a");
        a.run(hold -> {
            assertThat(running.add(hold.piece())).isTrue();
            four.countDown();
            try {
                while (!hold.stopping()) {
                    Soon.rest();
                }
            } finally {
                running.remove(hold.piece());
            }
        });
        assertThat(four.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        a.close();
        assertThat(running).isEmpty();
        assertThat(a.portion().names()).isEqualTo(List.of());
    }
}
