package dev.divvy.console;

import com.sun.net.httpserver.HttpServer;
import dev.divvy.console.feed.DashboardFeed;
import dev.divvy.console.http.BoundedCalls;
import dev.divvy.console.http.ConsoleVersion;
import dev.divvy.console.http.EventStreams;
import dev.divvy.console.http.RequestGuard;
import dev.divvy.console.http.RequestHandler;
import dev.divvy.console.http.Router;
import dev.divvy.console.http.ServerLimits;
import dev.divvy.console.http.WriteDeadlines;
import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Serves the dashboard ({@code /}), its data ({@code /api/status}, {@code /api/events}, {@code /api/why}, {@code /api/plan}),
 * {@code /metrics} (Prometheus), {@code /healthz} (the process is alive) and {@code /readyz} (it can do its work). All of them are
 * read-only, except for {@code /api/operations}, which needs a key. Its threads are daemons.
 */
public final class ConsoleServer implements AutoCloseable {

    /** Connections that the operating system queues while this process is busy. */
    private static final int BACKLOG = 128;

    private static final long IDLE_SECONDS = 10;

    private final HttpServer server;

    /** Closed in this order. */
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    private ConsoleServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Starts a server. The limits of the JDK's server (system properties {@code sun.net.httpserver.*} and
     * {@code jdk.httpserver.maxConnections}) are set for the whole process where they are not set already.
     *
     * @throws IllegalArgumentException when other machines could reach the address and the settings do not allow that
     * @throws IOException when the server cannot listen there, for example because the port is in use
     */
    public static ConsoleServer start(ConsoleSettings settings, ConsoleSource source) throws IOException {
        ConsoleServer started = listen(settings);
        started.serve(settings, source);
        return started;
    }

    private static ConsoleServer listen(ConsoleSettings settings) throws IOException {
        InetSocketAddress address = settings.address();
        if (address.isUnresolved()) {
            throw new IOException("the host '" + address.getHostString() + "' is not known");
        }
        if (!settings.isOpen() && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("'" + address.getHostString() + ":" + address.getPort()
                    + "' would be open to other machines; allow that, or use 127.0.0.1:" + address.getPort());
        }
        ServerLimits.setDefaults();
        return new ConsoleServer(HttpServer.create(address, BACKLOG));
    }

    /**
     * Starts a server that shows a replay, a file that the dashboard saved, at {@link #replayUrl}.
     *
     * @throws IllegalArgumentException when the text is not a replay, or as {@link #start}
     * @throws IOException as {@link #start}
     */
    public static ConsoleServer startReplay(ConsoleSettings settings, String replay) throws IOException {
        ReplayFormat.check(replay);
        ConsoleServer started = listen(settings);
        BoundedCalls calls = started.closing(new BoundedCalls(settings.timeLimit()));
        WriteDeadlines deadlines = started.closing(new WriteDeadlines(ServerLimits.WRITE_MILLIS));
        RequestGuard guard = new RequestGuard(settings.isOpen());
        started.serve(new RequestHandler(guard, Router.ofReplay(replay, calls), Optional.empty(), deadlines));
        return started;
    }

    private void serve(ConsoleSettings settings, ConsoleSource source) {
        BoundedCalls calls = closing(new BoundedCalls(settings.timeLimit()));
        WriteDeadlines deadlines = closing(new WriteDeadlines(ServerLimits.WRITE_MILLIS));
        RequestGuard guard = new RequestGuard(settings.isOpen());
        RequestHandler handler;
        if (settings.isMetricsOnly()) {
            handler = new RequestHandler(guard, Router.ofMetrics(source, calls), Optional.empty(), deadlines);
        } else {
            DashboardFeed feed = new DashboardFeed(ConsoleVersion.VERSION, source.operations());
            EventStreams streams = closing(new EventStreams(feed, deadlines));
            Router router = Router.of(source, calls, feed, settings.operationsKey());
            handler = new RequestHandler(guard, router, Optional.of(streams), deadlines);
            closing(new FeedLoop(source, feed, calls, streams));
        }
        serve(handler);
    }

    private void serve(RequestHandler handler) {
        // The JDK's server reads a request on the thread that handles it: a slow client must not occupy a thread that
        // others need.
        ExecutorService threads = new ThreadPoolExecutor(
                0,
                ServerLimits.CONNECTIONS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                DaemonThreads.numbered("divvy-http"));
        closing(threads::shutdownNow);
        server.setExecutor(threads);
        server.createContext("/", handler);
        server.start();
    }

    private <T extends AutoCloseable> T closing(T part) {
        parts.addFirst(part);
        return part;
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

    /** Returns the address at which a server that shows a replay does so. */
    public String replayUrl() {
        return url() + "/#replay";
    }

    /** Stops at once; requests in progress get no reply. */
    @Override
    public void close() {
        server.stop(0);
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception e) {
                throw new IllegalStateException("cannot close a part of the server", e);
            }
        }
    }
}
