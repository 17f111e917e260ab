package dev.divvy.cache.socket;

import dev.divvy.coordination.support.DaemonThreads;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The socket to which clients and other nodes connect, and the event loops of a node. */
public final class ListeningSocket implements AutoCloseable {

    public static final WriteBufferWaterMark WATER_MARKS = new WriteBufferWaterMark(256 * 1024, 1024 * 1024);

    private static final int BACKLOG = 511;

    /** The bytes that are read from a connection before its replies are sent and others are read. */
    private static final int READ_BYTES = 16 * 1024;

    private final SocketTransport sockets;
    private final EventLoopGroup loops;
    private final Channel server;

    /** Written before the first connection is accepted. */
    private volatile Consumer<SocketChannel> initializer = channel -> {};

    private ListeningSocket(SocketTransport sockets, String name, int loops, InetSocketAddress address)
            throws IOException {
        this.sockets = sockets;
        this.loops = new MultiThreadIoEventLoopGroup(
                loops, DaemonThreads.numbered("divvy-cache-" + name), sockets.ioHandlers());
        ChannelFuture bound = new ServerBootstrap()
                .group(this.loops)
                .channelFactory(sockets::newServer)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator(64, 2048, READ_BYTES).maxMessagesPerRead(1))
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARKS)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        initializer.accept(channel);
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        this.server = bound.channel();
        if (!bound.isSuccess()) {
            close();
            throw new IOException(
                    "cannot listen at " + address.getHostString() + ":" + address.getPort() + ": "
                            + reason(bound.cause()),
                    bound.cause());
        }
    }

    /**
     * Binds a socket. Clients may connect from now on; they wait until {@link #accept}.
     *
     * @param name the name of the node, for the names of its threads
     */
    public static ListeningSocket bind(String name, int loops, InetSocketAddress address) throws IOException {
        return bind(SocketTransport.best(), name, loops, address);
    }

    static ListeningSocket bind(SocketTransport sockets, String name, int loops, InetSocketAddress address)
            throws IOException {
        return new ListeningSocket(sockets, name, loops, address);
    }

    /** Returns the system's reason; epoll puts the name and the number of the failed call before it. */
    private static String reason(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        return message.substring(message.lastIndexOf(": ") + 1).strip();
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) server.localAddress();
    }

    public SocketTransport sockets() {
        return sockets;
    }

    public EventLoopGroup loops() {
        return loops;
    }

    /** Accepts connections from now on, each prepared by the initializer. */
    public void accept(Consumer<SocketChannel> connectionInitializer) {
        initializer = connectionInitializer;
        server.config().setAutoRead(true);
    }

    /** Accepts no more connections. */
    public void stopAccepting() {
        server.close().awaitUninterruptibly();
    }

    @Override
    public void close() {
        stopAccepting();
        loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
