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

/** Nodes that start: which one starts a mesh, and how the others find it. */
@Timeout(180)
class StartTest {

    private static final Duration LATE = Duration.ofMillis(1200);

    private static Card card(int index) {
        return new Card(new Member("m" + index, 1, Optional.empty(), 1), 0, 0, CardState.WAITING, "");
    }

    /** If there were several meshes at first, the cards of all but one would be lost when they merge. */
    @RepeatedTest(6)
    void noCardIsLostWhenNodesStartTogetherAndJoinAtOnce() throws Exception {
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
            for (Future<Boolean> start : starting) {
                alone += Await.get(start) ? 1 : 0;
            }
            assertThat(alone).as("nodes that started a mesh").isLessThanOrEqualTo(1);
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

    /** The first node is paused when the second one searches: its port is open and no reply comes, for longer than JGroups alone waits. */
    @Test
    void aNodeWaitsForALateReply() throws Exception {
        InetSocketAddress firstAddress = Nodes.free();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (TestProcess first = TestProcess.start(
                "first",
                MeshProcess.class,
                List.of("first", MeshSettings.format(firstAddress), MeshSettings.format(firstAddress), "200", "20000"),
                Map.of())) {
            first.awaitOutput("joined after ", 1);
            first.pause();
            long start = System.nanoTime();
            Future<Mesh> joining = thread.submit(() -> Mesh.join(
                    MeshSettings.of(Nodes.free()).withTiming(Nodes.CALM).withPeers(List.of(firstAddress))));
            Await.until("it has searched for a while", () -> System.nanoTime() - start > LATE.toNanos());
            first.resume();
            boolean inTime = System.nanoTime() - start < Duration.ofSeconds(4).toNanos();
            try (Mesh second = Await.get(joining)) {
                assumeTrue(inTime, "the machine paused");
                assertThat(second.addresses()).containsExactly(firstAddress, second.address());
            }
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void aNodeStopsWaitingForAProcessThatNeverReplies() throws Exception {
        InetSocketAddress mute = Nodes.free();
        try (ServerSocket server = new ServerSocket(mute.getPort(), 50, mute.getAddress());
                Mesh mesh = Mesh.join(MeshSettings.of(Nodes.free()).withPeers(List.of(mute)))) {
            assertThat(mesh.addresses()).containsExactly(mesh.address());
            assertThat(server.isClosed()).isFalse();
        }
    }
}
