package dev.divvy.cache.traffic;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.cluster.Chart;
import dev.divvy.cache.cluster.Peer;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The sockets of a node: the door for clients and other nodes, the lanes, and the links that go out. */
public final class Plant {

    private static final int CONNECT_MILLIS = 2_000;
    private static final WriteBufferWaterMark MARKS = new WriteBufferWaterMark(256 * 1024, 1024 * 1024);

    private static final long FAREWELL_LOOK_NANOS = 5_000_000;

    private final EventLoopGroup loops;
    private final Map<EventExecutor, Lane> lanes;
    private final Handshake handshake;
    private final Seal seal;
    private final Supplier<Incarnation> me;

    /** How many have come in and are still there, clients and nodes. */
    private final AtomicInteger inside = new AtomicInteger();

    private volatile @Nullable Channel door;

    /** Asks {@code me} which life this node has now. */
    public Plant(String name, int loops, String group, String secret, Seal seal, Supplier<Incarnation> me) {
        AtomicInteger number = new AtomicInteger();
        this.loops = new MultiThreadIoEventLoopGroup(
                loops,
                work -> {
                    Thread thread = new Thread(work, "divvy-cache-" + name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                },
                NioIoHandler.newFactory());
        this.handshake = new Handshake(group, secret);
        this.seal = seal;
        this.me = me;
        this.lanes = StreamSupport.stream(this.loops.spliterator(), false)
                .collect(Collectors.toUnmodifiableMap(Function.identity(), loop -> new Lane((EventLoop) loop, this)));
    }

    /** Takes the address; whoever comes waits for {@link #openDoor} and is given to what {@code greet} makes for it then. */
    public InetSocketAddress listen(InetSocketAddress at, Function<Lane, Connection> greet) throws IOException {
        ServerBootstrap server = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.SO_BACKLOG, 511)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, MARKS)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        inside.incrementAndGet();
                        var unused = channel.closeFuture().addListener(done -> inside.decrementAndGet());
                        seal.protectComing(channel);
                        channel.pipeline().addLast(greet.apply(laneOf(channel.eventLoop())));
                    }
                });
        ChannelFuture bound = server.bind(at).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException("cannot listen at " + at.getHostString() + ":" + at.getPort() + ": " + reason(bound));
        }
        door = bound.channel();
        return (InetSocketAddress) bound.channel().localAddress();
    }

    private static String reason(ChannelFuture failed) {
        Throwable cause = failed.cause();
        return cause == null ? "it failed" : String.valueOf(cause.getMessage());
    }

    private Lane laneOf(EventLoop loop) {
        Lane lane = lanes.get(loop);
        if (lane == null) {
            throw new IllegalStateException("no lane of " + loop);
        }
        return lane;
    }

    /** One of the lanes, in turn. */
    public Lane anyLane() {
        return laneOf(loops.next());
    }

    public List<Lane> lanes() {
        return List.copyOf(lanes.values());
    }

    Handshake handshake() {
        return handshake;
    }

    Incarnation me() {
        return me.get();
    }

    /** Opens a link to a peer, on the thread of that loop. */
    Link call(EventLoop loop, Peer to, Runnable whenClosed) {
        Link link = new Link(to, handshake, me, whenClosed);
        connect(loop, to, link);
        return link;
    }

    /** A link for one party alone. */
    public Caller caller(Peer to) {
        EventLoop loop = laneOf(loops.next()).loop();
        Link link = new Link(to, handshake, me, () -> {});
        Caller caller = new Caller(loop, link);
        caller.begin(() -> connect(loop, to, link));
        return caller;
    }

    private void connect(EventLoop loop, Peer to, Link link) {
        if (!to.reachable()) {
            link.close();
            return;
        }
        var unused = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, MARKS)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        seal.protectGoing(channel);
                        channel.pipeline().addLast(link);
                    }
                })
                .connect(to.host(), to.port())
                .addListener(done -> {
                    if (!done.isSuccess()) {
                        link.failed(done.cause());
                    }
                });
    }

    /** The group changed. */
    public void follow(Chart chart) {
        lanes.values().forEach(lane -> lane.loop().execute(() -> lane.follow(chart)));
    }

    public void openDoor() {
        Channel there = door;
        if (there != null) {
            there.config().setAutoRead(true);
        }
    }

    /** Nobody new comes in. */
    public void shutDoor() {
        Channel open = door;
        if (open != null) {
            open.close().awaitUninterruptibly();
        }
    }

    /** Answers what was asked and lets everybody go, clients and nodes, at most this long. */
    public void farewell(Duration atMost) {
        shutDoor();
        lanes.values().forEach(lane -> lane.loop().execute(lane::retire));
        long end = System.nanoTime() + atMost.toNanos();
        while (inside.get() > 0 && System.nanoTime() < end) {
            LockSupport.parkNanos(FAREWELL_LOOK_NANOS);
        }
    }

    public void close() {
        shutDoor();
        loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
