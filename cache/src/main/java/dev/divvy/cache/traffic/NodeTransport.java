package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.memory.MemoryBudget;
import dev.divvy.cache.peer.PeerConnection;
import dev.divvy.cache.peer.PeerConnector;
import dev.divvy.cache.peer.PeerHandshake;
import dev.divvy.cache.socket.ListeningSocket;
import dev.divvy.cache.socket.SocketTransport.DeadPeerDetection;
import dev.divvy.cache.socket.TlsContexts;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The connections of a node: those that it accepts from clients and nodes, and those that its event loops open to other nodes. */
public final class NodeTransport {

    /** The user event that tells accepted connections that this node leaves. */
    static final Object LEAVING = new Object();

    private static final long CLOSE_POLL_NANOS = 5_000_000;

    private final ListeningSocket socket;
    private final TlsContexts tls;
    private final Function<EventLoopContext, ChannelHandler> handlers;
    private final Map<EventExecutor, EventLoopContext> contexts;

    /** The accepted connections of clients and nodes. */
    private final ChannelGroup accepted;

    /**
     * Takes over the socket, but accepts no connection before {@link #open}.
     *
     * @param requestTimeout the longest time that another node may need for a reply
     * @param budget the memory of all connections
     * @param handlers makes the handler of each accepted connection
     */
    public NodeTransport(
            ListeningSocket socket,
            PeerHandshake handshake,
            TlsContexts tls,
            Duration requestTimeout,
            MemoryBudget budget,
            Function<EventLoopContext, ChannelHandler> handlers) {
        this.socket = socket;
        this.tls = tls;
        this.handlers = handlers;
        PeerConnector connector = new PeerConnector(socket.sockets(), handshake, tls, requestTimeout, budget);
        this.contexts = StreamSupport.stream(socket.loops().spliterator(), false)
                .collect(Collectors.toUnmodifiableMap(
                        Function.identity(), loop -> new EventLoopContext((EventLoop) loop, connector)));
        this.accepted = new DefaultChannelGroup(socket.loops().next());
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
        socket.accept(this::prepare);
    }

    private void prepare(SocketChannel channel) {
        accepted.add(channel);
        socket.sockets().detectDeadPeer(channel, DeadPeerDetection.OF_CLIENTS);
        tls.protectInbound(channel);
        channel.pipeline().addLast(handlers.apply(contextOf(channel.eventLoop())));
    }

    public List<EventLoopContext> contexts() {
        return List.copyOf(contexts.values());
    }

    /** Returns the contexts in turn. */
    public EventLoopContext nextContext() {
        return contextOf(socket.loops().next());
    }

    /** Opens a connection to a peer for one caller alone; on any thread. */
    public PeerConnection connect(Peer to) {
        return nextContext().openDedicated(to);
    }

    /** Opens a connection to a peer for replication alone; on any thread. */
    public PeerConnection connectForReplication(Peer to) {
        return nextContext().openForReplication(to);
    }

    /** Closes the connections to nodes that left the group. */
    public void follow(RoutingTable table) {
        contexts.values().forEach(context -> context.follow(table));
    }

    /** Accepts no more connections, and closes each after its last reply; returns when all are closed, or after the timeout. */
    public void closeGracefully(Duration timeout) {
        socket.stopAccepting();
        accepted.forEach(channel -> channel.pipeline().fireUserEventTriggered(LEAVING));
        long end = System.nanoTime() + timeout.toNanos();
        while (!accepted.isEmpty() && System.nanoTime() < end) {
            LockSupport.parkNanos(CLOSE_POLL_NANOS);
        }
    }

    public void close() {
        socket.close();
    }
}
