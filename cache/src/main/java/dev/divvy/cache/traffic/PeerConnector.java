package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.Peer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;

/** Opens connections to other nodes. */
final class PeerConnector {

    private static final int CONNECT_MILLIS = 2_000;

    private final SocketTransport sockets;
    private final PeerHandshake handshake;
    private final TlsContexts tls;

    PeerConnector(SocketTransport sockets, PeerHandshake handshake, TlsContexts tls) {
        this.sockets = sockets;
        this.handshake = handshake;
        this.tls = tls;
    }

    /** Returns a connection that {@link #connect} opens. */
    PeerConnection newConnection(EventLoop loop, Peer to, Runnable onClose) {
        return new PeerConnection(loop, to, handshake, onClose);
    }

    /** Opens a connection; on its loop. */
    void connect(PeerConnection connection, EventLoop loop) {
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
