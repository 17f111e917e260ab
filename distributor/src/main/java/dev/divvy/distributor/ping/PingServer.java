package dev.divvy.distributor.ping;

import dev.divvy.distributor.PingResponder;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** A small gRPC server with one thread, by which a service answers pings. */
public final class PingServer implements AutoCloseable {

    private static final int LARGEST_REQUEST = 4 * 1024;
    private static final int MOST_CALLS = 16;
    private static final long HANDSHAKE_SECONDS = 10;

    /** Connections without pings are closed after this time; a distributor that pings again reconnects. */
    private static final long IDLE_SECONDS = 300;

    /** Distributors probe every 10 s; a server that permits only longer intervals would close their connections. */
    private static final long PERMITTED_PROBE_SECONDS = 5;

    private static final long CLOSE_MILLIS = 1000;

    private final PingResponder services = new PingResponder();
    private final EventLoopGroup loop;
    private final Server server;
    private final int port;

    private PingServer(InetSocketAddress address) throws IOException {
        loop = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("divvy-ping-server", true), NioIoHandler.newFactory());
        server = NettyServerBuilder.forAddress(address)
                .bossEventLoopGroup(loop)
                .workerEventLoopGroup(loop)
                .channelType(NioServerSocketChannel.class)
                .directExecutor()
                .addServices(services.definitions())
                .maxInboundMessageSize(LARGEST_REQUEST)
                .maxConcurrentCallsPerConnection(MOST_CALLS)
                .handshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS)
                .maxConnectionIdle(IDLE_SECONDS, TimeUnit.SECONDS)
                .permitKeepAliveTime(PERMITTED_PROBE_SECONDS, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                .build();
        try {
            server.start();
            port = server.getPort();
        } catch (IOException | RuntimeException e) {
            stopLoop();
            throw e;
        }
    }

    /**
     * Starts a server.
     *
     * @param host the address to listen on, such as {@code 127.0.0.1}, or {@code 0.0.0.0} for all
     * @param port the port to listen on; 0 for any free port
     * @throws UncheckedIOException if the address cannot be listened on; the message names it
     */
    public static PingServer start(String host, int port) {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new UncheckedIOException(
                    new IOException("cannot answer pings at " + host + ":" + port + ": the name is not known"));
        }
        try {
            return new PingServer(address);
        } catch (IOException e) {
            String why = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
            throw new UncheckedIOException(
                    new IOException("cannot answer pings at " + host + ":" + port + ": " + why, e));
        }
    }

    public int port() {
        return port;
    }

    /** Sets whether pings are answered as serving. A service that does not serve is denied until it serves again. */
    public void setServing(boolean serving) {
        services.setServing(serving);
    }

    /**
     * Returns the {@link System#nanoTime()} of the last ping of a distributor that was answered as serving. Health checks by other clients
     * do not count.
     */
    public OptionalLong lastPinged() {
        return services.lastPinged();
    }

    /** Closes all connections, so that watching distributors notice at once. */
    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        stopLoop();
    }

    private void stopLoop() {
        loop.shutdownGracefully(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly(CLOSE_MILLIS);
    }
}
