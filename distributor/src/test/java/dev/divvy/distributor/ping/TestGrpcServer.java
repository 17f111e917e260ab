package dev.divvy.distributor.ping;

import dev.divvy.testservers.Await;
import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerStreamTracer;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A real gRPC server that is not a {@link PingServer}, and the calls that it received. */
final class TestGrpcServer implements AutoCloseable {

    private final Queue<String> calls = new ConcurrentLinkedQueue<>();
    private final AtomicInteger connected = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final Server server;

    private TestGrpcServer(int port, int ports, List<ServerServiceDefinition> services) throws IOException {
        NettyServerBuilder builder = NettyServerBuilder.forAddress(loopback(port))
                .addServices(services)
                .addStreamTracerFactory(new CallRecorder())
                .addTransportFilter(new ConnectionCounter());
        for (int i = 1; i < ports; i++) {
            builder.addListenAddress(loopback(0));
        }
        server = builder.build().start();
    }

    static TestGrpcServer with(List<ServerServiceDefinition> services) throws IOException {
        return new TestGrpcServer(0, 1, services);
    }

    static TestGrpcServer at(int port, List<ServerServiceDefinition> services) throws IOException {
        return new TestGrpcServer(port, 1, services);
    }

    /** Starts one server that listens on several ports and stands for as many services. */
    static TestGrpcServer atPorts(int ports, List<ServerServiceDefinition> services) throws IOException {
        return new TestGrpcServer(0, ports, services);
    }

    static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    int port() {
        return server.getPort();
    }

    String address() {
        return "127.0.0.1:" + port();
    }

    List<String> addresses() {
        return server.getListenSockets().stream()
                .map(socket -> "127.0.0.1:" + ((InetSocketAddress) socket).getPort())
                .toList();
    }

    /** Returns the methods that were called since the last time, implemented or not. */
    List<String> takeCalls() {
        List<String> taken = new ArrayList<>();
        for (String method = calls.poll(); method != null; method = calls.poll()) {
            taken.add(method);
        }
        return taken;
    }

    int connected() {
        return connected.get();
    }

    int open() {
        return connected.get() - ended.get();
    }

    @Override
    public void close() {
        try {
            server.shutdownNow().awaitTermination(Await.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class CallRecorder extends ServerStreamTracer.Factory {
        @Override
        public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
            calls.add(method);
            return new ServerStreamTracer() {};
        }
    }

    private final class ConnectionCounter extends ServerTransportFilter {
        @Override
        public Attributes transportReady(Attributes attributes) {
            connected.incrementAndGet();
            return attributes;
        }

        /** A connection that ends before it was ready has no attributes and was not counted. */
        @Override
        public void transportTerminated(@Nullable Attributes attributes) {
            if (attributes != null) {
                ended.incrementAndGet();
            }
        }
    }
}
