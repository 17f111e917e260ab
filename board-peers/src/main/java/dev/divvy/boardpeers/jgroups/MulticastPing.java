package dev.divvy.boardpeers.jgroups;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.MulticastSocket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.MPING;
import org.jgroups.protocols.PingHeader;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.Util;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Discovery by multicast whose calls are sealed and opened as all other frames are. */
final class MulticastPing extends MPING {

    private static final Logger LOG = LoggerFactory.getLogger(MulticastPing.class);
    private static final int LONGEST_DATAGRAM = 65_535;

    private final FrameGuard guard;

    MulticastPing(FrameGuard guard) {
        this.guard = guard;
        this.id = ClassConfigurator.getProtocolId(MPING.class);
    }

    @Override
    protected void sendMcastDiscoveryRequest(Message call) {
        if (call.getSrc() == null) {
            call.setSrc(local_addr);
        }
        try {
            ByteArrayDataOutputStream out = new ByteArrayDataOutputStream(call.size() + Integer.BYTES);
            Util.writeMessage(call, out, true);
            byte[] frame = guard.close(out.buffer(), 0, out.position());
            mcast_send_sock.send(new DatagramPacket(frame, frame.length, mcast_addr, mcast_port));
        } catch (IOException e) {
            LOG.debug("a call by multicast could not be sent", e);
        }
    }

    @Override
    public void run() {
        byte[] buffer = new byte[LONGEST_DATAGRAM];
        MulticastSocket socket = mcast_receive_sock;
        while (socket != null && !socket.isClosed() && Thread.currentThread().equals(receiver)) {
            DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
            try {
                socket.receive(packet);
                accept(packet);
            } catch (IOException | RuntimeException e) {
                LOG.debug("a call by multicast is ignored: {}", e.toString());
            }
        }
    }

    private void accept(DatagramPacket packet) throws IOException {
        byte[] frame =
                Arrays.copyOfRange(packet.getData(), packet.getOffset(), packet.getOffset() + packet.getLength());
        // A node that is refused is not told: it hears this node's own calls.
        Optional<ByteBuffer> inside = guard.open(frame, packet.getSocketAddress(), answer -> false);
        if (inside.isEmpty()) {
            return;
        }
        for (Message call : JGroupsMessageReader.read(inside.get()).messages()) {
            if (call.getHeader(id) instanceof PingHeader && !Objects.equals(local_addr, call.getSrc())) {
                up(call);
            }
        }
    }
}
