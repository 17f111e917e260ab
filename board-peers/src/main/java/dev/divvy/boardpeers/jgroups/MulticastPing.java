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

/** Discovery by multicast whose requests are wrapped and unwrapped like all other frames. */
final class MulticastPing extends MPING {

    private static final Logger LOG = LoggerFactory.getLogger(MulticastPing.class);
    private static final int MAX_DATAGRAM = 65_535;

    private final FrameGuard guard;

    MulticastPing(FrameGuard guard) {
        this.guard = guard;
        this.id = ClassConfigurator.getProtocolId(MPING.class);
    }

    @Override
    protected void sendMcastDiscoveryRequest(Message request) {
        if (request.getSrc() == null) {
            request.setSrc(local_addr);
        }
        try {
            ByteArrayDataOutputStream out = new ByteArrayDataOutputStream(request.size() + Integer.BYTES);
            Util.writeMessage(request, out, true);
            byte[] frame = guard.wrap(out.buffer(), 0, out.position());
            mcast_send_sock.send(new DatagramPacket(frame, frame.length, mcast_addr, mcast_port));
        } catch (IOException e) {
            LOG.debug("a multicast discovery request could not be sent", e);
        }
    }

    @Override
    public void run() {
        byte[] buffer = new byte[MAX_DATAGRAM];
        MulticastSocket socket = mcast_receive_sock;
        while (socket != null && !socket.isClosed() && Thread.currentThread().equals(receiver)) {
            DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
            try {
                socket.receive(packet);
                accept(packet);
            } catch (IOException | RuntimeException e) {
                LOG.debug("ignored a multicast discovery request: {}", e.toString());
            }
        }
    }

    private void accept(DatagramPacket packet) throws IOException {
        byte[] frame =
                Arrays.copyOfRange(packet.getData(), packet.getOffset(), packet.getOffset() + packet.getLength());
        // A refused node gets no reply: it receives this node's own requests.
        Optional<ByteBuffer> inside = guard.unwrap(frame, packet.getSocketAddress(), refusal -> false);
        if (inside.isEmpty()) {
            return;
        }
        for (Message request : JGroupsMessageReader.read(inside.get()).messages()) {
            if (request.getHeader(id) instanceof PingHeader && !Objects.equals(local_addr, request.getSrc())) {
                up(request);
            }
        }
    }
}
