package dev.divvy.boardpeers.jgroups;

import dev.divvy.boardpeers.MeshSettings;
import java.io.DataInput;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.LazyThreadFactory;
import org.jgroups.util.MessageBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JGroups over TCP, with every write wrapped into one opaque frame. A received frame is unwrapped by the guard before any byte inside it
 * is parsed, and then parsed by {@link JGroupsMessageReader}. A process that sends anything else is disconnected.
 */
class MeshTransport extends TCP {

    private static final Logger LOG = LoggerFactory.getLogger(MeshTransport.class);

    /** The size of the buffer before the first byte of a frame arrives; it grows only as bytes arrive. */
    private static final int INITIAL_BYTES = 1 << 16;

    private final FrameGuard guard;

    MeshTransport(FrameGuard guard) {
        this.guard = guard;
        setSocketFactory(new KeepAliveSocketFactory());
        // Like all threads of Divvy, those of JGroups keep no JVM alive.
        setThreadFactory(new LazyThreadFactory("jgroups", true, true));
    }

    @Override
    public void start() throws Exception {
        super.start();
        if (getPhysicalAddress() instanceof IpAddress own) {
            guard.setAddress(MeshSettings.format(new InetSocketAddress(own.getIpAddress(), own.getPort())));
        }
    }

    /** Stops the senders once more: a message that was sent while they stopped has started a new one. */
    @Override
    public void destroy() {
        super.destroy();
        getBundler().stop();
    }

    @Override
    public void doSend(byte[] bytes, int offset, int length, Address destination) throws Exception {
        byte[] frame = guard.wrap(bytes, offset, length);
        super.doSend(frame, 0, frame.length, destination);
    }

    /** Called by the thread of a connection; a failure closes the connection. */
    @Override
    public void receive(Address sender, DataInput in, int length) throws IOException {
        if (length < 0 || length > max_length) {
            throw guard.unreadable(sender, "it claims a frame of " + length + " bytes; the limit is " + max_length);
        }
        accept(sender, readFrame(in, length));
    }

    @Override
    public void receive(Address sender, byte[] data, int offset, int length) {
        try {
            accept(sender, Arrays.copyOfRange(data, offset, offset + length));
        } catch (IOException e) {
            LOG.debug("{}", e.getMessage());
        }
    }

    /** Reads a frame, and allocates at most three times the bytes that were received. */
    private static byte[] readFrame(DataInput in, int length) throws IOException {
        byte[] bytes = new byte[Math.min(length, INITIAL_BYTES)];
        in.readFully(bytes);
        while (bytes.length < length) {
            int read = bytes.length;
            bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * read));
            in.readFully(bytes, read, bytes.length - read);
        }
        return bytes;
    }

    private void accept(Address sender, byte[] frame) throws IOException {
        if (Objects.equals(local_physical_addr, sender)) {
            return; // JGroups delivered it to this node when it was sent
        }
        Optional<ByteBuffer> inside = guard.unwrap(frame, sender, refusal -> sendRefusal(sender, refusal));
        if (inside.isEmpty()) {
            return;
        }
        JGroupsMessageReader.Received received;
        try {
            received = JGroupsMessageReader.read(inside.get());
        } catch (IOException e) {
            throw guard.unreadable(sender, String.valueOf(e.getMessage()));
        }
        process(received);
    }

    private void process(JGroupsMessageReader.Received received) {
        if (!received.multicast() && unicastDestMismatch(received.destination())) {
            return;
        }
        if (!received.list()) {
            Message message = received.messages().get(0);
            msg_processing_policy.process(message, message.isFlagSet(Message.Flag.OOB));
            msg_stats.received(message);
            return;
        }
        // Out-of-band messages first, as in JGroups itself.
        process(received, MessageBatch.Mode.OOB);
        process(received, MessageBatch.Mode.REG);
    }

    private void process(JGroupsMessageReader.Received received, MessageBatch.Mode mode) {
        MessageBatch batch = new MessageBatch(
                received.destination(),
                received.source(),
                cluster_name,
                received.multicast(),
                mode,
                received.messages().size());
        boolean outOfBand = mode == MessageBatch.Mode.OOB;
        for (Message message : received.messages()) {
            if (message.isFlagSet(Message.Flag.OOB) == outOfBand) {
                batch.add(message);
            }
        }
        if (!batch.isEmpty()) {
            msg_stats.received(batch);
            processBatch(batch, outOfBand);
        }
    }

    /** Replies over the connection that the refused frame came from: this node does not connect to an address that a stranger claims. */
    private boolean sendRefusal(Address sender, byte[] frame) {
        if (!srv.connectionEstablishedTo(sender)) {
            return false;
        }
        try {
            send(sender, frame, 0, frame.length);
            return true;
        } catch (Exception e) {
            LOG.debug("cannot tell {} that it is refused", sender, e);
            return false;
        }
    }
}
