package dev.divvy.cache.traffic;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.RoutingTable;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** An event loop with its own connections to the other nodes: requests that are forwarded on it need no lock. */
public final class EventLoopContext {

    private static final int CONNECT_MILLIS = 2_000;

    /** The time within which a node that left the group must reply to the requests in flight. */
    private static final long RETIRE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final EventLoop loop;
    private final PeerHandshake handshake;
    private final TlsContexts tls;

    /** Used on the loop only. */
    private final Map<Incarnation, PeerConnection> peers = new HashMap<>();

    EventLoopContext(EventLoop loop, PeerHandshake handshake, TlsContexts tls) {
        this.loop = loop;
        this.handshake = handshake;
        this.tls = tls;
    }

    /** Runs the action on the loop, after all tasks that are queued now. */
    void execute(Runnable action) {
        loop.execute(action);
    }

    void schedule(Runnable action, long delayNanos) {
        if (delayNanos == 0) {
            loop.execute(action);
        } else {
            var unused = loop.schedule(action, delayNanos, TimeUnit.NANOSECONDS);
        }
    }

    /** Runs the action on the loop repeatedly, with this time between two runs. */
    public void repeat(Runnable action, long millis) {
        var unused = loop.scheduleWithFixedDelay(action, millis, millis, TimeUnit.MILLISECONDS);
    }

    /** Sends a request to this peer; on the loop only. */
    void send(PeerRequest request, Peer to) {
        PeerConnection connection = peers.get(to.incarnation());
        if (connection == null) {
            connection = open(to);
        }
        connection.send(request);
    }

    private PeerConnection open(Peer to) {
        PeerConnection connection = new PeerConnection(loop, to, handshake, () -> peers.remove(to.incarnation()));
        connect(connection);
        if (connection.isUsable()) {
            peers.put(to.incarnation(), connection);
        }
        return connection;
    }

    /** Opens a connection for one caller alone; on any thread. */
    PeerConnection openDedicated(Peer to) {
        PeerConnection connection = new PeerConnection(loop, to, handshake, () -> {});
        boolean unused = connection.onLoop(() -> connect(connection));
        return connection;
    }

    private void connect(PeerConnection connection) {
        Peer to = connection.peer();
        if (!to.reachable()) {
            connection.close();
            return;
        }
        var unused = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, NodeTransport.WATER_MARKS)
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

    /** Closes the connections to nodes that are not in the table. */
    void follow(RoutingTable table) {
        loop.execute(() -> {
            Set<Incarnation> present =
                    table.peers().stream().map(Peer::incarnation).collect(Collectors.toSet());
            List.copyOf(peers.values()).stream()
                    .filter(connection -> !present.contains(connection.peer().incarnation()))
                    .forEach(this::retire);
        });
    }

    /** Closes a connection after its last reply, or after a timeout: a node that left still replies, one that is paused never does. */
    private void retire(PeerConnection connection) {
        peers.remove(connection.peer().incarnation());
        connection.retire();
        schedule(connection::close, RETIRE_TIMEOUT_NANOS);
    }
}
