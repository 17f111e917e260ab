package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.coordination.support.DaemonThreads;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The event loops of a node, the socket to which clients and other nodes connect, and the accepted connections. */
public final class NodeTransport {

    /** The user event that tells accepted connections that this node leaves. */
    static final Object LEAVING = new Object();

    static final WriteBufferWaterMark WATER_MARKS = new WriteBufferWaterMark(256 * 1024, 1024 * 1024);

    private static final int BACKLOG = 511;
    private static final long CLOSE_POLL_NANOS = 5_000_000;

    private final EventLoopGroup loops;
    private final Map<EventExecutor, EventLoopContext> contexts;
    private final Channel server;

    /** The accepted connections of clients and nodes. */
    private final ChannelGroup accepted;

    /**
     * Takes over the socket, but accepts no connection before {@link #open}.
     *
     * @param handlers makes the handler of each accepted connection
     */
    public NodeTransport(
            String name,
            int loops,
            PeerHandshake handshake,
            TlsContexts tls,
            ServerSocketChannel socket,
            Function<EventLoopContext, ChannelHandler> handlers) {
        this.loops = new MultiThreadIoEventLoopGroup(
                loops, DaemonThreads.numbered("divvy-cache-" + name), NioIoHandler.newFactory());
        this.contexts = StreamSupport.stream(this.loops.spliterator(), false)
                .collect(Collectors.toUnmodifiableMap(
                        Function.identity(), loop -> new EventLoopContext((EventLoop) loop, handshake, tls)));
        this.accepted = new DefaultChannelGroup(this.loops.next());
        ChannelFactory<ServerChannel> server = () -> new NioServerSocketChannel(socket);
        this.server = new ServerBootstrap()
                .group(this.loops)
                .channelFactory(server)
                .option(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARKS)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        accepted.add(channel);
                        tls.protectInbound(channel);
                        channel.pipeline().addLast(handlers.apply(contextOf(channel.eventLoop())));
                    }
                })
                .register()
                .syncUninterruptibly()
                .channel();
    }

    /** Binds a socket. Clients may connect from now on; they wait until a transport accepts them. */
    public static ServerSocketChannel bind(InetSocketAddress address) throws IOException {
        ServerSocketChannel socket = ServerSocketChannel.open();
        try {
            socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            return socket.bind(address, BACKLOG);
        } catch (IOException e) {
            socket.close();
            throw new IOException(
                    "cannot listen at " + address.getHostString() + ":" + address.getPort() + ": " + e.getMessage(), e);
        }
    }

    private EventLoopContext contextOf(EventExecutor loop) {
        EventLoopContext context = contexts.get(loop);
        if (context == null) {
            throw new IllegalStateException("no context of " + loop);
        }
        return context;
    }

    /** Accepts connections from now on. */
    public void open() {
        server.config().setAutoRead(true);
    }

    public List<EventLoopContext> contexts() {
        return List.copyOf(contexts.values());
    }

    /** Returns the contexts in turn. */
    public EventLoopContext nextContext() {
        return contextOf(loops.next());
    }

    /** Opens a connection to a peer for one caller alone; on any thread. */
    public PeerConnection connect(Peer to) {
        return nextContext().openDedicated(to);
    }

    /** Closes the connections to nodes that left the group. */
    public void follow(RoutingTable table) {
        contexts.values().forEach(context -> context.follow(table));
    }

    /** Accepts no more connections, and closes each after its last reply; returns when all are closed, or after the timeout. */
    public void closeGracefully(Duration timeout) {
        server.close().awaitUninterruptibly();
        accepted.forEach(channel -> channel.pipeline().fireUserEventTriggered(LEAVING));
        long end = System.nanoTime() + timeout.toNanos();
        while (!accepted.isEmpty() && System.nanoTime() < end) {
            LockSupport.parkNanos(CLOSE_POLL_NANOS);
        }
    }

    public void close() {
        server.close().awaitUninterruptibly();
        loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
