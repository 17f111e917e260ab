package dev.divvy.cli.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Serves pages, to be read only. */
public final class PageServer implements AutoCloseable {

    private static final int THREADS = 2;
    private static final int WAITING = 16;

    private final Function<String, Page> pages;
    private final HttpServer server;
    private final ExecutorService threads;

    private PageServer(String name, HttpServer server, Function<String, Page> pages) {
        this.pages = pages;
        this.server = server;
        this.threads = Executors.newFixedThreadPool(THREADS, work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Listens from now on.
     *
     * @param name of its threads
     * @param pages by path
     * @throws IOException when it cannot, such as because the port is taken
     */
    public static PageServer start(String name, InetSocketAddress at, Function<String, Page> pages) throws IOException {
        ServerLimits.set();
        PageServer made = new PageServer(name, HttpServer.create(at, WAITING), pages);
        made.server.setExecutor(made.threads);
        made.server.createContext("/", made::answer);
        made.server.start();
        return made;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Page page = exchange.getRequestMethod().equals("GET")
                    ? pages.apply(exchange.getRequestURI().getPath())
                    : Page.line(405, "only GET is answered here");
            byte[] text = page.text().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", page.type());
            exchange.sendResponseHeaders(page.code(), text.length);
            exchange.getResponseBody().write(text);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
