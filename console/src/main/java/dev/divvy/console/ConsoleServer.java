package dev.divvy.console;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Serves {@code /api/status} (JSON), {@code /metrics} (Prometheus), {@code /healthz} (the process is alive) and {@code /readyz} (it can do
 * its work). All endpoints are read-only. Its threads are daemons.
 *
 * <p>A process that runs several products passes one {@link ConsoleSource} whose status record has a component for each.
 */
public final class ConsoleServer implements AutoCloseable {

    /** Connections that the operating system queues while this process is busy. */
    private static final int BACKLOG = 128;

    private static final long IDLE_SECONDS = 10;

    /** The part of a refused request's body that is read: a client that is still sending would not read the reply. */
    private static final int SKIPPED_BYTES = 1 << 20;

    private final HttpServer server;
    private final ExecutorService threads;
    private final RequestGuard guard;
    private final BoundedCalls calls;
    private final Router router;

    private ConsoleServer(HttpServer server, ConsoleSettings settings, ConsoleSource source) {
        this.server = server;
        this.guard = new RequestGuard(settings.isOpen());
        this.calls = new BoundedCalls(settings.timeLimit());
        this.router = new Router(source, calls, settings.isMetricsOnly());
        // The JDK's server reads a request on the thread that handles it: a slow client must not occupy a thread that
        // others
        // need.
        this.threads = new ThreadPoolExecutor(
                0,
                ServerLimits.CONNECTIONS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                DaemonThreads.numbered("divvy-http"));
    }

    /**
     * Starts a server. The limits of the JDK's server (system properties {@code sun.net.httpserver.*} and
     * {@code jdk.httpserver.maxConnections}) are set for the whole process where they are not set already.
     *
     * @throws IllegalArgumentException when other machines could reach the address and the settings do not allow that
     * @throws IOException when the server cannot listen there, for example because the port is in use
     */
    public static ConsoleServer start(ConsoleSettings settings, ConsoleSource source) throws IOException {
        InetSocketAddress address = settings.address();
        if (address.isUnresolved()) {
            throw new IOException("the host '" + address.getHostString() + "' is not known");
        }
        if (!settings.isOpen() && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("'" + address.getHostString() + ":" + address.getPort()
                    + "' would be open to other machines; allow that, or use 127.0.0.1:" + address.getPort());
        }
        ServerLimits.setDefaults();
        ConsoleServer started = new ConsoleServer(HttpServer.create(address, BACKLOG), settings, source);
        started.server.setExecutor(started.threads);
        started.server.createContext("/", started::handle);
        started.server.start();
        return started;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Returns the address as a client on this machine calls it, such as {@code http://127.0.0.1:7480}. */
    public String url() {
        InetSocketAddress address = server.getAddress();
        String host = address.getAddress().isAnyLocalAddress()
                ? "127.0.0.1"
                : address.getAddress().getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            reply(exchange).send(exchange);
        }
    }

    private HttpReply reply(HttpExchange exchange) throws IOException {
        try {
            guard.check(exchange.getRequestHeaders());
            ServerLimits.check(exchange);
            return router.reply(
                    exchange.getRequestMethod(), exchange.getRequestURI().getRawPath());
        } catch (RefusedRequestException e) {
            skip(exchange.getRequestBody());
            return e.reply();
        }
    }

    private static void skip(InputStream body) throws IOException {
        byte[] buffer = new byte[8_192];
        int left = SKIPPED_BYTES;
        for (int read = 0; left > 0 && read >= 0; left -= read) {
            read = body.read(buffer);
        }
    }

    /** Stops at once; requests in progress get no reply. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        calls.close();
    }
}
