package dev.divvy.boardpeers.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import dev.divvy.boardpeers.Stranger;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.net.Ports;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.Receiver;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Mutated frames at the port of a node: none allocates much more than its own length, loads a class, or disturbs the mesh. */
@Timeout(180)
class FrameFuzzTest {

    private static final int FRAMES = 100_000;
    private static final int CONNECTIONS = 300;
    private static final int FRAMES_PER_CONNECTION = 10;

    /** The most that one frame may allocate besides some copies of itself: as much as short lengths can claim. */
    private static final long SLACK = 1 << 20;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final List<InetSocketAddress> ADDRESSES =
            Stream.generate(FrameFuzzTest::free).limit(2).toList();

    private static final Traffic TRAFFIC = new Traffic();
    private static final AtomicInteger RECEIVED = new AtomicInteger();

    private final long seed = Long.getLong("divvy.seed", System.nanoTime() & 0xFFFFFF);

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

    /** Records the classes that are loaded by name: JGroups asks the thread's class loader first. */
    private static final class RecordingClassLoader extends ClassLoader {

        final List<String> requested = new ArrayList<>();

        RecordingClassLoader() {
            super(FrameFuzzTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            requested.add(name);
            return super.loadClass(name, resolve);
        }
    }

    private static InetSocketAddress free() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.free());
    }

    @BeforeAll
    static void start() throws Exception {
        Receiver counting = new Receiver() {
            @Override
            public void receive(Message message) {
                RECEIVED.incrementAndGet();
            }
        };
        TRAFFIC.join(Traffic.at(ADDRESSES.get(0), ADDRESSES), counting);
        TRAFFIC.join(Traffic.at(ADDRESSES.get(1), ADDRESSES), counting);
        TRAFFIC.sendAll();
        Await.until("they receive each other's messages", () -> RECEIVED.get() >= 2 * (5 + 1) + 2 * 5);
    }

    @AfterAll
    static void close() {
        TRAFFIC.close();
    }

    @FunctionalInterface
    private interface FrameReceiver {
        void receive(byte[] frame) throws Exception;
    }

    /** Passes mutated frames to the receiver on this thread, and checks the effect of each. */
    private void fuzz(List<byte[]> valid, FrameReceiver receiver) throws Exception {
        Mutations mutations = new Mutations(new Random(seed), valid);
        RecordingClassLoader classes = new RecordingClassLoader();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(classes);
        int refused = 0;
        try {
            for (int i = 0; i < FRAMES; i++) {
                byte[] frame = mutations.next();
                long start = THREADS.getCurrentThreadAllocatedBytes();
                try {
                    receiver.receive(frame);
                } catch (IOException e) {
                    refused++;
                }
                long allocated = THREADS.getCurrentThreadAllocatedBytes() - start;
                if (allocated > SLACK + 8L * frame.length) {
                    fail("%d bytes were allocated for %d, seed %d, frame %d", allocated, frame.length, seed, i);
                }
            }
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        assertThat(refused).as("refused frames, seed %d", seed).isPositive();
        assertThat(classes.requested)
                .as("classes named by a frame, seed %d", seed)
                .isEmpty();
        assertThat(Trap.SPRUNG).as("an object was deserialized, seed %d", seed).isFalse();
    }

    /** Returns the bytes that JGroups wrote, and messages that must never be read. */
    private static List<byte[]> messages() throws IOException {
        List<byte[]> valid = new ArrayList<>(TRAFFIC.written);
        valid.addAll(Traffic.rare());
        valid.add(Traffic.single(new ObjectMessage(null, new Trap())));
        valid.add(Traffic.single(new BytesMessage().setObject(new Trap())));
        return valid.stream().filter(frame -> frame.length < 2_000).toList();
    }

    @Test
    void everythingThatJGroupsWritesIsReadable() throws IOException {
        for (byte[] bytes : TRAFFIC.written) {
            JGroupsMessageReader.read(ByteBuffer.wrap(bytes));
        }
        for (byte[] bytes : Traffic.rare()) {
            assertThat(JGroupsMessageReader.read(ByteBuffer.wrap(bytes)).messages())
                    .hasSize(1);
        }
    }

    @Test
    void mutatedMessagesAreRefused() throws Exception {
        fuzz(messages(), frame -> JGroupsMessageReader.read(ByteBuffer.wrap(frame)));
    }

    @Test
    void theMeshWorksAfterMutatedFramesAtATransport() throws Exception {
        IpAddress sender = new IpAddress(InetAddress.getByAddress(new byte[] {10, 9, 9, 1}), 7_999);
        Random lengths = new Random(seed);
        List<byte[]> valid = new ArrayList<>(TRAFFIC.frames);
        valid.addAll(messages());
        fuzz(valid.stream().filter(frame -> frame.length < 2_000).toList(), frame -> {
            int claimed = lengths.nextInt(10) == 0 ? lengths.nextInt() : frame.length;
            TRAFFIC.transports.get(0).receive(sender, new DataInputStream(new ByteArrayInputStream(frame)), claimed);
        });
        checkMesh();
    }

    @Test
    void theMeshWorksAfterMutatedFramesAtThePort() throws Exception {
        List<byte[]> valid = new ArrayList<>(TRAFFIC.frames);
        valid.addAll(messages());
        Random random = new Random(seed);
        Mutations frames = new Mutations(
                random, valid.stream().filter(frame -> frame.length < 2_000).toList());
        Mutations preambles = new Mutations(random, List.of(Stranger.preamble(7_999)));
        for (int i = 0; i < CONNECTIONS; i++) {
            byte[] preamble = random.nextInt(4) == 0 ? preambles.next() : Stranger.preamble(7_000 + i);
            try (Stranger stranger = Stranger.at(ADDRESSES.get(0), preamble)) {
                for (int k = 0; k < FRAMES_PER_CONNECTION; k++) {
                    byte[] frame = frames.next();
                    stranger.sendFrame(random.nextInt(20) == 0 ? random.nextInt() : frame.length, frame);
                }
                assertThat(mostAllocated())
                        .as("bytes allocated for one connection, seed %d, connection %d", seed, i)
                        .isLessThan(16 << 20);
            } catch (IOException e) {
                assertThat(e).as("seed %d, connection %d", seed, i).hasMessageNotContaining("refused");
            }
        }
        checkMesh();
        assertThat(Trap.SPRUNG).as("an object was deserialized, seed %d", seed).isFalse();
    }

    /** Returns the most bytes that the thread of one connection has allocated. */
    private static long mostAllocated() {
        long most = 0;
        for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().contains("Connection.Receiver")) {
                most = Math.max(most, THREADS.getThreadAllocatedBytes(thread.getThreadId()));
            }
        }
        return most;
    }

    /** Checks that both nodes see each other as before and exchange messages, and that a third one can join. */
    private void checkMesh() throws Exception {
        int before = RECEIVED.get();
        for (JChannel channel : TRAFFIC.channels) {
            assertThat(channel.getView().size()).as("nodes, seed %d", seed).isEqualTo(2);
        }
        TRAFFIC.channels.get(0).send(new BytesMessage(TRAFFIC.channels.get(1).getAddress(), new byte[10]));
        TRAFFIC.channels.get(1).send(new BytesMessage(TRAFFIC.channels.get(0).getAddress(), new byte[10]));
        Await.until("they receive each other's messages, seed " + seed, () -> RECEIVED.get() >= before + 2);
        try (Traffic third = new Traffic()) {
            JChannel late = third.join(Traffic.at(free(), ADDRESSES), new Receiver() {});
            Await.until("a third node joins, seed " + seed, () -> late.getView().size() == 3);
        }
        Await.until(
                "it leaves, seed " + seed,
                () -> TRAFFIC.channels.stream()
                        .allMatch(channel -> channel.getView().size() == 2));
    }
}
