package dev.divvy.cache.peer;

import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.memory.MemoryBudget;
import dev.divvy.cache.socket.ListeningSocket;
import dev.divvy.cache.socket.SocketTransport;
import dev.divvy.cache.socket.SocketTransport.DeadPeerDetection;
import dev.divvy.cache.socket.TlsContexts;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import java.time.Duration;
import java.util.function.Consumer;

/** Opens connections to other nodes. */
public final class PeerConnector {

    private static final int CONNECT_MILLIS = 2_000;

    /** The time that a reply about replicas may take, in timeouts of other requests. */
    private static final int REPLICATION_TIMEOUTS = 6;

    private final SocketTransport sockets;
    private final PeerHandshake handshake;
    private final TlsContexts tls;
    private final Duration replyTimeout;
    private final MemoryBudget budget;

    /** @param replyTimeout the longest time that another node may need for a reply */
    public PeerConnector(
            SocketTransport sockets,
            PeerHandshake handshake,
            TlsContexts tls,
            Duration replyTimeout,
            MemoryBudget budget) {
        this.sockets = sockets;
        this.handshake = handshake;
        this.tls = tls;
        this.replyTimeout = replyTimeout;
        this.budget = budget;
    }

    /** Returns a connection that {@link #connect} opens. */
    public PeerConnection newConnection(EventLoop loop, Peer to, Consumer<PeerConnection> onClose) {
        return new PeerConnection(loop, to, handshake, replyTimeout, budget, onClose);
    }

    /**
     * Returns such a connection for replication, with more time for replies: a node that has just started may take seconds for the copies that
     * all others send, and a new connection would begin them anew. The board says which nodes are dead.
     */
    public PeerConnection newPatientConnection(EventLoop loop, Peer to) {
        Duration timeout = replyTimeout.multipliedBy(REPLICATION_TIMEOUTS);
        return new PeerConnection(loop, to, handshake, timeout, budget, closed -> {});
    }

    /** Opens a connection; on its loop. */
    public void connect(PeerConnection connection, EventLoop loop) {
        Peer to = connection.peer();
        if (!to.reachable()) {
            connection.close();
            return;
        }
        var unused = new Bootstrap()
                .group(loop)
                .channelFactory(sockets::newClient)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, ListeningSocket.WATER_MARKS)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        sockets.detectDeadPeer(channel, DeadPeerDetection.ofNodes(connection.replyTimeout()));
                        tls.protectOutbound(channel);
                        channel.pipeline().addLast(connection);
                    }
                })
                .connect(to.host(), to.port())
                .addListener(done -> {
                    if (!done.isSuccess()) {
                        connection.failed(done.cause());
                    }
                });
    }
}
