package dev.divvy.boardpeers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.boardpeers.codec.MeshCodec;
import dev.divvy.boardpeers.codec.ProtocolVersions;
import dev.divvy.boardpeers.replication.MeshMessage;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.testservers.Await;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Releases that know different versions of the mesh protocol. */
@Timeout(180)
class VersionsTest {

    private static final Planner PLANNER = new Planner(new Sticky(Sticky.Policy.RUNS));
    private static final String SECRET = "one secret of many";
    private static final Allocation PUBLISHED = PLANNER.founding(new Version("lineage", 1), Tokens.sql(8));

    /** A later release, whose messages have one more field at the end, from its second version on. */
    private static class LaterCodec implements MeshCodec {

        private final ProtocolVersions versions;
        private final AtomicInteger writtenInVersion2 = new AtomicInteger();

        LaterCodec(int lowest, int highest) {
            this.versions = new ProtocolVersions(lowest, highest);
        }

        @Override
        public ProtocolVersions versions() {
            return versions;
        }

        @Override
        public NavigableSet<String> abilities() {
            return new TreeSet<>(List.of("extra"));
        }

        @Override
        public byte[] write(int version, MeshMessage message) {
            byte[] bytes = CURRENT.write(1, message);
            if (version == 1) {
                return bytes;
            }
            writtenInVersion2.incrementAndGet();
            byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
            longer[0] = (byte) version;
            longer[bytes.length] = 7;
            return longer;
        }

        @Override
        public MeshMessage read(byte[] bytes, int offset, int length) {
            if (bytes[offset] == 1) {
                return CURRENT.read(bytes, offset, length);
            }
            assertThat(bytes[offset + length - 1]).isEqualTo((byte) 7);
            byte[] shorter = Arrays.copyOfRange(bytes, offset, offset + length - 1);
            shorter[0] = 1;
            return CURRENT.read(shorter, 0, shorter.length);
        }
    }

    /** Claims version 1, but writes messages of another one. */
    private static final class WrongCodec extends LaterCodec {

        WrongCodec() {
            super(1, 1);
        }

        @Override
        public byte[] write(int version, MeshMessage message) {
            return super.write(9, message);
        }
    }

    private final List<InetSocketAddress> addresses = List.of(Nodes.free(), Nodes.free());
    private final List<Mesh> meshes = new ArrayList<>();

    private Mesh join(int index, MeshCodec codec) {
        MeshSettings settings = MeshSettings.of(addresses.get(index))
                .withPeers(addresses)
                .withSecret(SECRET)
                .withTiming(Nodes.CALM)
                .withTimeout(Duration.ofMillis(codec instanceof WrongCodec ? 100 : 5_000));
        return Mesh.join(settings, codec);
    }

    private void awaitTogether() throws Exception {
        Await.until(
                "both see each other",
                () -> meshes.stream().allMatch(mesh -> mesh.addresses().size() == 2));
    }

    private void awaitProtocol(int version, String... abilities) throws Exception {
        MeshProtocol expected = new MeshProtocol(version, new TreeSet<>(List.of(abilities)));
        Await.until(
                "all speak " + expected,
                () -> meshes.stream().allMatch(mesh -> mesh.protocol().equals(expected)));
    }

    /** Replaces one node after the other by one of a later release, in this order, and checks the boards after each. */
    private void upgrade(int first, int second) throws Exception {
        meshes.add(join(0, MeshCodec.CURRENT));
        meshes.add(join(1, MeshCodec.CURRENT));
        try {
            awaitTogether();
            Card card = new Card(new Member("a", 1, Optional.empty(), 1), 0, 0, CardState.WAITING, "");
            PeersBoard board = meshes.get(1).of("g");
            assertThat(board.join(card)).isEqualTo(new Admission.Admitted());
            assertThat(board.publish(card.incarnation(), Optional.empty(), PUBLISHED))
                    .isTrue();
            String origin = board.look().origin();
            List<LaterCodec> codecs = new ArrayList<>();
            for (int index : List.of(first, second)) {
                meshes.get(index).close();
                Mesh other = meshes.get(1 - index);
                Await.until("one is left", () -> other.addresses().size() == 1);
                codecs.add(new LaterCodec(1, 2));
                meshes.set(index, join(index, codecs.get(codecs.size() - 1)));
                awaitTogether();
                if (codecs.size() == 1) {
                    awaitProtocol(1);
                }
                for (Mesh mesh : meshes) {
                    card = card.withBeat(card.beat() + 1);
                    BoardSnapshot seen =
                            mesh.of("g").pulse(card, Optional.empty()).orElseThrow();
                    assertThat(seen.allocation()).contains(PUBLISHED);
                    assertThat(seen.cards()).containsExactly(card);
                    assertThat(seen.origin()).isEqualTo(origin);
                }
                assertThat(codecs.get(0).writtenInVersion2.get() > 0)
                        .as("version 2 is spoken")
                        .isEqualTo(codecs.size() == 2);
            }
            awaitProtocol(2, "extra");
        } finally {
            meshes.forEach(Mesh::close);
        }
    }

    @Test
    void theBoardsSurviveAnUpgradeThatBeginsWithThePrimary() throws Exception {
        upgrade(0, 1);
    }

    @Test
    void theBoardsSurviveAnUpgradeThatEndsWithThePrimary() throws Exception {
        upgrade(1, 0);
    }

    @Test
    void aNodeWithoutACommonVersionIsRefusedAndChangesNothing() throws Exception {
        String log = logOf(() -> {
            try (Mesh mesh = join(0, MeshCodec.CURRENT)) {
                String before = mesh.view();
                assertThatThrownBy(() -> join(1, new LaterCodec(2, 3)))
                        .isInstanceOf(UncheckedIOException.class)
                        .hasMessage("cannot join the mesh divvy at " + MeshSettings.format(addresses.get(1))
                                + ": the node at " + MeshSettings.format(addresses.get(0))
                                + " cannot talk to this one: it speaks version 1 of the mesh protocol,"
                                + " and this node versions 2 to 3");
                assertThat(mesh.view()).isEqualTo(before);
            }
        });
        assertThat(log.split("refused the node at " + MeshSettings.format(addresses.get(1)) + ": it speaks", -1))
                .as("logged once: %s", log)
                .hasSize(2);
    }

    @Test
    void messagesOfAnUnknownVersionAreRefusedLoudlyButOnce() throws Exception {
        String line = "it is of version 9 of the mesh protocol; this node reads version 1";
        String log = logOf(() -> {
            meshes.add(join(0, MeshCodec.CURRENT));
            meshes.add(join(1, new WrongCodec()));
            try {
                awaitTogether();
                PeersBoard board = meshes.get(1).of("g");
                for (int i = 0; i < 3; i++) {
                    assertThatThrownBy(board::look).isInstanceOf(BoardUnavailableException.class);
                }
            } finally {
                meshes.forEach(Mesh::close);
            }
        });
        assertThat(log.split(line, -1)).as("logged once: %s", log).hasSize(2);
    }

    private interface Action {
        void run() throws Exception;
    }

    private static String logOf(Action action) throws Exception {
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(before);
        }
        return captured.toString(StandardCharsets.UTF_8);
    }
}
