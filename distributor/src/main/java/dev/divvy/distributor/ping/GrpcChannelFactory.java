package dev.divvy.distributor.ping;

import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.distributor.PingSettings;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Opens the channels of a pinger, which share a few threads. */
final class GrpcChannelFactory implements AutoCloseable {

    private static final int MOST_LOOPS = 4;

    /** A name lookup blocks a thread: this many lookups may be slow at once before they delay others. */
    private static final int MOST_LOOKUPS = 32;

    private static final long LOOKUP_IDLE_SECONDS = 5;

    /** A health reply has two bytes; replies of other methods may be a little longer. */
    private static final int LARGEST_REPLY = 64 * 1024;

    /** The network may drop an idle connection without notice, and the next ping would be lost with it. */
    private static final long IDLE_SECONDS = 30;

    private static final long CLOSE_MILLIS = 1000;

    private final PingSettings settings;
    private final EventLoopGroup loops;
    private final ThreadPoolExecutor lookups;

    GrpcChannelFactory(PingSettings settings) {
        this.settings = settings;
        int threads = Math.min(MOST_LOOPS, Runtime.getRuntime().availableProcessors());
        loops = new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory("divvy-ping", true), NioIoHandler.newFactory());
        lookups = new ThreadPoolExecutor(
                MOST_LOOKUPS,
                MOST_LOOKUPS,
                LOOKUP_IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                DaemonThreads.numbered("divvy-ping-lookup"));
        lookups.allowCoreThreadTimeOut(true);
    }

    /**
     * Completes when the name is resolved; gRPC then finds it in the JVM's cache. gRPC itself would log an unknown name at every ping.
     */
    CompletableFuture<Void> lookUp(ServiceAddress address) {
        if (address.numeric().isPresent()) {
            return CompletableFuture.completedFuture(null);
        }
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        InetAddress.getAllByName(address.host());
                    } catch (UnknownHostException e) {
                        throw new CompletionException(e);
                    }
                },
                lookups);
    }

    private static NettyChannelBuilder builder(ServiceAddress address) {
        if (address.isUri()) {
            return address.numeric()
                    .map(NettyChannelBuilder::forAddress)
                    .orElseGet(() -> NettyChannelBuilder.forTarget("dns:///" + address));
        }
        try {
            // It was looked up just now, so the JVM has it in its cache.
            return NettyChannelBuilder.forAddress(address.resolve());
        } catch (UnknownHostException e) {
            throw new UncheckedIOException(e);
        }
    }

    ManagedChannel open(ServiceAddress address) {
        return builder(address)
                .eventLoopGroup(loops)
                .channelType(NioSocketChannel.class)
                .directExecutor()
                .offloadExecutor(lookups)
                .usePlaintext()
                .proxyDetector(server -> null)
                .disableServiceConfigLookUp()
                .flowControlWindow(2 * LARGEST_REPLY)
                .maxInboundMessageSize(LARGEST_REPLY)
                .idleTimeout(IDLE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTime(settings.keepAliveTime().toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(settings.keepAliveTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveWithoutCalls(settings.keepAliveWithoutCalls())
                .build();
    }

    /** Stops the threads. All channels must be closed before. */
    @Override
    public void close() {
        lookups.shutdownNow();
        loops.shutdownGracefully(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly(CLOSE_MILLIS);
    }
}
