package dev.divvy.cache.socket;

import io.netty.channel.ChannelConfig;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.epoll.EpollSocketChannelConfig;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.time.Duration;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The kinds of sockets and event loops that a node can use. */
public enum SocketTransport {
    /** Linux's epoll, through Netty's native library. */
    EPOLL {
        @Override
        IoHandlerFactory ioHandlers() {
            return EpollIoHandler.newFactory();
        }

        @Override
        ServerSocketChannel newServer() {
            return new EpollServerSocketChannel();
        }

        @Override
        public SocketChannel newClient() {
            return new EpollSocketChannel();
        }

        @Override
        void configure(SocketChannel channel, DeadPeerDetection detection) {
            EpollSocketChannelConfig config = ((EpollSocketChannel) channel).config();
            config.setTcpKeepIdle(detection.idleSeconds());
            config.setTcpKeepIntvl(detection.intervalSeconds());
            config.setTcpKeepCnt(DeadPeerDetection.PROBES);
            config.setTcpUserTimeout(detection.unacknowledgedMillis());
        }
    },

    /** The JDK's channels. */
    NIO {
        @Override
        IoHandlerFactory ioHandlers() {
            return NioIoHandler.newFactory();
        }

        @Override
        ServerSocketChannel newServer() {
            return new NioServerSocketChannel();
        }

        @Override
        public SocketChannel newClient() {
            return new NioSocketChannel();
        }

        /** The JDK has no limit for bytes that are not acknowledged, and on some systems no intervals either. */
        @Override
        void configure(SocketChannel channel, DeadPeerDetection detection) {
            ChannelConfig config = channel.config();
            config.setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), detection.idleSeconds());
            config.setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), detection.intervalSeconds());
            config.setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), DeadPeerDetection.PROBES);
        }
    };

    /**
     * The way in which a connection finds out that the other end is gone: a machine that vanished, or a path that drops packets, closes no
     * connection.
     *
     * @param idleSeconds the silence after which the other end is probed
     * @param intervalSeconds the time between two probes
     * @param unacknowledgedMillis the longest time that the other end may leave bytes unacknowledged, or take no bytes
     */
    public record DeadPeerDetection(int idleSeconds, int intervalSeconds, int unacknowledgedMillis) {

        /** The unanswered probes after which a connection is closed. */
        private static final int PROBES = 3;

        /** A client may be paused for a while and continue. */
        public static final DeadPeerDetection OF_CLIENTS = new DeadPeerDetection(60, 20, 120_000);

        /**
         * Returns the detection for connections to other nodes.
         *
         * @param replyTimeout the longest time that a node may need for a reply
         */
        public static DeadPeerDetection ofNodes(Duration replyTimeout) {
            return new DeadPeerDetection(10, 5, (int) Math.min(replyTimeout.toMillis() + 1, Integer.MAX_VALUE));
        }
    }

    private static final Logger log = LoggerFactory.getLogger(SocketTransport.class);

    /** Returns epoll where its native library is present and works, the JDK's channels elsewhere. */
    static SocketTransport best() {
        if (Epoll.isAvailable()) {
            log.debug("sockets: epoll");
            return EPOLL;
        }
        log.debug("sockets: NIO; epoll is not available: {}", String.valueOf(Epoll.unavailabilityCause()));
        return NIO;
    }

    abstract IoHandlerFactory ioHandlers();

    abstract ServerSocketChannel newServer();

    public abstract SocketChannel newClient();

    /** Closes the connection when the other end turns out to be gone. */
    public final void detectDeadPeer(SocketChannel channel, DeadPeerDetection detection) {
        channel.config().setKeepAlive(true);
        configure(channel, detection);
    }

    abstract void configure(SocketChannel channel, DeadPeerDetection detection);
}
