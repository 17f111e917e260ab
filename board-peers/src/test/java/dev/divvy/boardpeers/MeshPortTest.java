package dev.divvy.boardpeers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.divvy.boardpeers.jgroups.Frames;
import dev.divvy.testservers.Await;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jgroups.BytesMessage;
import org.jgroups.CompositeMessage;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process without the secret that reaches the port of a node can neither have objects created nor memory allocated. */
@Timeout(180)
class MeshPortTest {

    private static final long BOUND = 16L << 20;

    private static MeshSettings calm(MeshSettings settings) {
        return settings.withTiming(Nodes.CALM);
    }

    private static MeshSettings secret(MeshSettings settings) {
        return calm(settings).withSecret("one secret of many");
    }

    /** Records whether Java deserialized it. */
    static final class Trap implements Serializable {

        @Serial
        private static final long serialVersionUID = 1;

        static final AtomicBoolean SPRUNG = new AtomicBoolean();

        @Serial
        private void readObject(ObjectInputStream in) {
            SPRUNG.set(true);
        }
    }

    private static byte[] write(Message message) throws IOException {
        message.setSrc(UUID.randomUUID());
        ByteArrayDataOutputStream out = new ByteArrayDataOutputStream(512);
        Util.writeMessage(message, out, true);
        return Arrays.copyOf(out.buffer(), out.position());
    }

    /** Returns JGroups' own bytes of a message whose payload is a serialized object. */
    private static byte[] objectMessage() throws IOException {
        return write(new ObjectMessage(null, new Trap()));
    }

    /** Returns JGroups' own bytes of a message whose payload claims this length, and is empty. */
    private static byte[] claiming(int length) throws IOException {
        byte[] bytes = write(new BytesMessage(null, new byte[0]));
        bytes[bytes.length - 4] = (byte) (length >> 24);
        bytes[bytes.length - 3] = (byte) (length >> 16);
        bytes[bytes.length - 2] = (byte) (length >> 8);
        bytes[bytes.length - 1] = (byte) length;
        return bytes;
    }

    @FunctionalInterface
    private interface Attack {
        void run(Mesh mesh, Stranger stranger) throws Exception;
    }

    private static void attack(UnaryOperator<MeshSettings> settings, Attack attack) throws Exception {
        try (Nodes nodes = new Nodes(2, settings)) {
            Mesh mesh = nodes.start(0);
            try (Stranger stranger = Stranger.at(mesh.address(), 7_999)) {
                attack.run(mesh, stranger);
            }
            nodes.start(1);
            nodes.awaitTogether(2);
        }
    }

    private static void neverDeserialized(UnaryOperator<MeshSettings> settings, byte[] frame) throws Exception {
        Trap.SPRUNG.set(false);
        attack(settings, (mesh, stranger) -> {
            stranger.sendFrame(frame);
            stranger.finish();
            Await.until("the stranger is disconnected", () -> Trap.SPRUNG.get() || stranger.isDisconnected());
            assertThat(Trap.SPRUNG)
                    .as("Java deserialized an object of a stranger")
                    .isFalse();
        });
    }

    private static long mostAllocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                .max()
                .orElse(0);
    }

    private static void neverAllocated(UnaryOperator<MeshSettings> settings, Optional<Integer> length, byte[] frame)
            throws Exception {
        attack(settings, (mesh, stranger) -> {
            long limit = mostAllocated() + BOUND;
            stranger.sendFrame(length.orElse(frame.length), frame);
            if (length.isEmpty()) {
                Await.until("the stranger is disconnected", () -> mostAllocated() > limit || stranger.isDisconnected());
            } else {
                Await.until("the node waits for the rest", () -> mostAllocated() > limit || isReading());
            }
            assertThat(mostAllocated()).as("bytes allocated by one thread").isLessThan(limit);
        });
    }

    /** Whether a thread of a node waits for the rest of a frame. */
    private static boolean isReading() {
        return Thread.getAllStackTraces().values().stream()
                .anyMatch(stack -> Arrays.stream(stack)
                                .anyMatch(call -> call.getMethodName().equals("readFully"))
                        && Arrays.stream(stack)
                                .anyMatch(call -> call.getMethodName().equals("receive")));
    }

    /** Returns a frame that any process of the same machine can send to a mesh without a secret. */
    private static byte[] plainFrame(byte[] bytes) {
        return Frames.plain("divvy", bytes);
    }

    @Test
    void anObjectIsNeverDeserialized() throws Exception {
        neverDeserialized(MeshPortTest::calm, objectMessage());
    }

    @Test
    void anObjectInAFrameOfTheMeshIsNeverDeserialized() throws Exception {
        neverDeserialized(MeshPortTest::calm, plainFrame(objectMessage()));
    }

    @Test
    void anObjectInThePayloadOfAProtocolThatReadsObjectsIsNeverDeserialized() throws Exception {
        Message stable = new BytesMessage()
                .setObject(new Trap())
                .putHeader(
                        ClassConfigurator.getProtocolId(STABLE.class),
                        new STABLE.StableHeader(STABLE.StableHeader.STABILITY, null));
        neverDeserialized(MeshPortTest::calm, plainFrame(write(stable)));
    }

    @Test
    void anObjectInsideAnotherMessageIsNeverDeserialized() throws Exception {
        neverDeserialized(
                MeshPortTest::calm, plainFrame(write(new CompositeMessage(null, new ObjectMessage(null, new Trap())))));
    }

    @Test
    void anObjectIsNeverDeserializedWhereThereIsASecret() throws Exception {
        neverDeserialized(MeshPortTest::secret, objectMessage());
    }

    @Test
    void aPayloadThatClaims200MegabytesTakesNoMemory() throws Exception {
        neverAllocated(MeshPortTest::secret, Optional.empty(), claiming(200 << 20));
    }

    @Test
    void aPayloadInAFrameOfTheMeshThatClaims200MegabytesTakesNoMemory() throws Exception {
        neverAllocated(MeshPortTest::calm, Optional.empty(), plainFrame(claiming(200 << 20)));
    }

    @Test
    void aFrameThatClaimsTheLongestLengthTakesNoMemoryBeforeItsBytesCome() throws Exception {
        neverAllocated(MeshPortTest::secret, Optional.of(32 << 20), claiming(200 << 20));
    }
}
