package dev.divvy.cache.traffic;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The kinds of sockets and event loops that a node can use. */
enum SocketTransport {
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
        SocketChannel newClient() {
            return new EpollSocketChannel();
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
        SocketChannel newClient() {
            return new NioSocketChannel();
        }
    };

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

    abstract SocketChannel newClient();
}
