package dev.divvy.boardpeers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.divvy.allocation.Member;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.process.TestProcess;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes that start: who begins, and who finds whom. */
@Timeout(180)
class StartTest {

    private static final Duration LATE = Duration.ofMillis(1200);

    private static Card card(int index) {
        return new Card(new Member("m" + index, 1, Optional.empty(), 1), 0, 0, CardState.WAITING, "");
    }

    /** Were there several meshes at first, those of all but one would be forgotten when they meet. */
    @RepeatedTest(6)
    void whatNodesThatStartTogetherPostAtOnceIsNeverForgotten() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(5);
        try (Nodes nodes = new Nodes(5, settings -> settings.withTiming(Nodes.CALM))) {
            List<Future<Boolean>> starting = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                int index = i;
                starting.add(threads.submit(() -> {
                    Mesh mesh = nodes.start(index);
                    boolean alone = mesh.addresses().equals(List.of(mesh.address()));
                    assertThat(mesh.of("g").join(card(index))).isEqualTo(new Admission.Admitted());
                    return alone;
                }));
            }
            int alone = 0;
            for (Future<Boolean> one : starting) {
                alone += Await.get(one) ? 1 : 0;
            }
            assertThat(alone).as("nodes that began").isLessThanOrEqualTo(1);
            nodes.awaitTogether(5);
            for (int i = 0; i < 5; i++) {
                assertThat(nodes.meshes.get(0).of("g").pulse(card(i).withBeat(1), Optional.empty()))
                        .as("m%d", i)
                        .isPresent();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** It stands still when the other looks for it, so its door is open and no answer comes; more than JGroups alone waits. */
    @Test
    void whoAnswersLateIsWaitedFor() throws Exception {
        InetSocketAddress far = Nodes.free();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (TestProcess first = TestProcess.start(
                "first",
                Player.class,
                List.of("far", MeshSettings.shown(far), MeshSettings.shown(far), "200", "20000"),
                Map.of())) {
            first.awaitSaid("joined after ", 1);
            first.pause();
            long began = System.nanoTime();
            Future<Mesh> joining = thread.submit(() -> Mesh.join(
                    MeshSettings.of(Nodes.free()).withTiming(Nodes.CALM).withPeers(List.of(far))));
            Await.until("it looked for a while", () -> System.nanoTime() - began > LATE.toNanos());
            first.resume();
            boolean inTime = System.nanoTime() - began < Duration.ofSeconds(4).toNanos();
            try (Mesh second = Await.get(joining)) {
                assumeTrue(inTime, "the machine paused");
                assertThat(second.addresses()).containsExactly(far, second.address());
            }
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void whoListensAndNeverAnswersIsNotWaitedForForever() throws Exception {
        InetSocketAddress mute = Nodes.free();
        try (ServerSocket door = new ServerSocket(mute.getPort(), 50, mute.getAddress());
                Mesh mesh = Mesh.join(MeshSettings.of(Nodes.free()).withPeers(List.of(mute)))) {
            assertThat(mesh.addresses()).containsExactly(mesh.address());
            assertThat(door.isClosed()).isFalse();
        }
    }
}
