package dev.divvy.boardpeers.jgroups;

import dev.divvy.boardpeers.MeshSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.UnicastHeader3;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.Digest;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;

/** Nodes whose transports record everything that they send, before and after it is wrapped into frames. */
final class Traffic implements AutoCloseable {

    private static final int MAX_RECORDED = 2_000;

    /** The bytes that JGroups wrote. */
    final Queue<byte[]> written = new ConcurrentLinkedQueue<>();

    /** The frames that were sent. */
    final Queue<byte[]> frames = new ConcurrentLinkedQueue<>();

    final List<JChannel> channels = new ArrayList<>();
    final List<MeshTransport> transports = new ArrayList<>();

    private final class RecordingTransport extends MeshTransport {

        private final FrameGuard guard;

        RecordingTransport(FrameGuard guard) {
            super(guard);
            this.guard = guard;
        }

        @Override
        public void doSend(byte[] bytes, int offset, int length, Address destination) throws Exception {
            if (written.size() < MAX_RECORDED) {
                written.add(Arrays.copyOfRange(bytes, offset, offset + length));
                frames.add(guard.wrap(bytes, offset, length));
            }
            super.doSend(bytes, offset, length, destination);
        }
    }

    JChannel join(MeshSettings settings, Receiver receiver) throws Exception {
        FrameGuard guard = new FrameGuard(settings.name(), settings.secret(), Frames.VERSIONS);
        RecordingTransport transport = JGroupsLogging.withQuietLogs(() -> new RecordingTransport(guard));
        JChannel channel = JGroupsLogging.withQuietLogs(
                () -> ProtocolStack.createChannel(settings, transport, guard, new DeadPeerDetector()));
        channel.setReceiver(receiver);
        channels.add(channel);
        transports.add(transport);
        channel.connect("divvy");
        return channel;
    }

    /** Sends messages from every node to every node, in sizes from nothing to more than one bundle. */
    void sendAll() throws Exception {
        for (JChannel channel : channels) {
            View view = channel.getView();
            for (Address other : view.getMembers()) {
                for (int size : new int[] {0, 1, 40, 5_000, 70_000}) {
                    channel.send(new BytesMessage(other, new byte[size]));
                }
            }
            channel.send(new BytesMessage(null, new byte[100]));
        }
    }

    /** Returns kinds of messages that JGroups sends only when others were lost or are old. */
    static List<byte[]> rare() throws IOException {
        SeqnoList missing = new SeqnoList(100, 1).add(5).add(77);
        Message retransmission = new ObjectMessage(UUID.randomUUID(), missing)
                .putHeader(ClassConfigurator.getProtocolId(UNICAST3.class), UnicastHeader3.createXmitReqHeader());
        Message stable = new ObjectMessage(null, new Digest(new Address[] {UUID.randomUUID()}, new long[] {3, 4}))
                .putHeader(
                        ClassConfigurator.getProtocolId(STABLE.class),
                        new STABLE.StableHeader(STABLE.StableHeader.STABILITY, null));
        return List.of(single(retransmission), single(stable));
    }

    /** Returns JGroups' own bytes of a message. */
    static byte[] single(Message message) throws IOException {
        ByteArrayDataOutputStream out = new ByteArrayDataOutputStream(512);
        Util.writeMessage(message.setSrc(UUID.randomUUID()), out, message.getDest() == null);
        return Arrays.copyOf(out.buffer(), out.position());
    }

    static MeshSettings at(InetSocketAddress address, List<InetSocketAddress> peers) {
        return MeshSettings.of(address).withPeers(peers).withSecret("one secret of many");
    }

    @Override
    public void close() {
        channels.forEach(JChannel::close);
    }
}
