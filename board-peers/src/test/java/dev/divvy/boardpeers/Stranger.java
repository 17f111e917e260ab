package dev.divvy.boardpeers;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.jgroups.Version;
import org.jgroups.stack.IpAddress;

/** A process that reaches the port of a node and knows JGroups' framing, but no secret. */
public final class Stranger implements AutoCloseable {

    private static final byte[] COOKIE = {'b', 'e', 'l', 'a'};

    private final Socket socket;

    private Stranger(Socket socket) {
        this.socket = socket;
    }

    /** Connects, and sends these bytes in place of a preamble. */
    public static Stranger at(InetSocketAddress node, byte[] preamble) throws IOException {
        Socket socket = new Socket();
        socket.connect(node, 5_000);
        socket.setTcpNoDelay(true);
        Stranger stranger = new Stranger(socket);
        stranger.send(preamble);
        return stranger;
    }

    public static Stranger at(InetSocketAddress node, int claimedPort) throws IOException {
        return at(node, preamble(claimedPort));
    }

    /** Returns a valid preamble: cookie, version, and the address at which the connecting process claims to listen. */
    public static byte[] preamble(int claimedPort) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        IpAddress claimed = new IpAddress(InetAddress.getByAddress(new byte[] {10, 9, 9, 1}), claimedPort);
        out.write(COOKIE);
        out.writeShort(Version.version);
        out.writeShort(claimed.serializedSize());
        claimed.writeTo(out);
        return bytes.toByteArray();
    }

    /** Sends one frame with its true length before it. */
    public void sendFrame(byte[] frame) throws IOException {
        sendFrame(frame.length, frame);
    }

    public void sendFrame(int claimedLength, byte[] frame) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(claimedLength);
        out.write(frame);
        send(bytes.toByteArray());
    }

    private void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** Closes the sending side: the node reads the end of the stream after everything that was sent. */
    public void finish() throws IOException {
        socket.shutdownOutput();
    }

    /** Whether the node has closed the connection; waits up to 20 ms for it. */
    public boolean isDisconnected() throws IOException {
        socket.setSoTimeout(20);
        try {
            while (socket.getInputStream().read() >= 0) {
                // the node may reply before it closes
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true; // reset
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
