package dev.divvy.boardpeers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.testservers.Await;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes that join and leave. */
@Timeout(180)
class MeshTest {

    private static final Planner PLANNER = new Planner(new Sticky(Sticky.Policy.RUNS));

    private static Card card(String id) {
        return new Card(new Member(id, 1, Optional.empty(), 1), 0, 0, CardState.WAITING, "");
    }

    @Test
    void everythingAnsweredStaysWhileNodesLeaveDownToTheLastOne() throws Exception {
        try (Nodes nodes = Nodes.calm(3)) {
            Card card = card("a");
            PeersBoard last = nodes.meshes.get(2).of("g");
            assertThat(last.join(card)).isEqualTo(new Admission.Admitted());
            String origin = last.pulse(card, Optional.empty()).orElseThrow().origin();
            Allocation published = PLANNER.founding(new Version("lineage", 1), Tokens.sql(8));
            assertThat(last.publish(card.incarnation(), Optional.empty(), published))
                    .isTrue();
            for (int left = 2; left >= 1; left--) {
                nodes.meshes.remove(0).close();
                nodes.awaitTogether(left);
                card = card.withBeat(card.beat() + 1);
                BoardSnapshot seen = last.pulse(card, Optional.empty()).orElseThrow();
                assertThat(seen.allocation()).contains(published);
                assertThat(seen.cards()).containsExactly(card);
                assertThat(seen.origin()).as("the origin with %d nodes", left).isEqualTo(origin);
            }
            Allocation next = PLANNER.founding(new Version("lineage", 2), Tokens.sql(8));
            assertThat(last.publish(card.incarnation(), Optional.of(published.version()), next))
                    .isTrue();
        }
    }

    @Test
    void nodesThatStartTogetherAreOneMeshAndOneRejoinsAtItsAddress() throws Exception {
        try (Nodes nodes = new Nodes(5, settings -> settings.withTiming(Nodes.CALM))) {
            List<Thread> starting = IntStream.range(0, 5)
                    .mapToObj(index -> new Thread(() -> nodes.start(index)))
                    .toList();
            starting.forEach(Thread::start);
            for (Thread thread : starting) {
                thread.join();
            }
            nodes.awaitTogether(5);
            Mesh gone = nodes.meshes.remove(2);
            int index = nodes.addresses.indexOf(gone.address());
            gone.close();
            nodes.awaitTogether(4);
            nodes.start(index);
            nodes.awaitTogether(5);
            assertThat(nodes.meshes.get(0).addresses()).containsExactlyInAnyOrderElementsOf(nodes.addresses);
        }
    }

    @Test
    void aMeshThatWasLeftServesNothingAndKeepsNoThread() throws Exception {
        try (Nodes nodes = Nodes.calm(1)) {
            Mesh mesh = nodes.meshes.get(0);
            PeersBoard board = mesh.of("g");
            assertThat(board.join(card("a"))).isEqualTo(new Admission.Admitted());
            String address = MeshSettings.format(mesh.address());
            String port = "-" + mesh.address().getPort();
            assertThat(threads(address, port)).isNotEmpty();
            mesh.close();
            mesh.close();
            Await.until("its threads have ended", () -> threads(address, port).isEmpty());
            assertThatThrownBy(() -> board.join(card("b")))
                    .isInstanceOf(BoardUnavailableException.class)
                    .hasMessage("could not join b/1 to g: this node has left the mesh");
        }
    }

    private static List<String> threads(String address, String port) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.endsWith(address) || name.endsWith(port) || name.contains("divvy-mesh" + port))
                .toList();
    }

    @Test
    void anAddressInUseIsNamed() throws Exception {
        try (Nodes nodes = Nodes.calm(1)) {
            MeshSettings same = MeshSettings.of(nodes.addresses.get(0));
            assertThatThrownBy(() -> Mesh.join(same))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessage("cannot join the mesh divvy at "
                            + MeshSettings.format(nodes.addresses.get(0))
                            + ": the port is in use or the address does not belong to this machine");
        }
    }
}
