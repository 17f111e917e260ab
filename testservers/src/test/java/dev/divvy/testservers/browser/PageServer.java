package dev.divvy.testservers.browser;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Serves one small page at a time, with the policy of a page that runs no script but its own. */
final class PageServer implements AutoCloseable {

    private static final String POLICY =
            "default-src 'none'; style-src 'nonce-test'; script-src 'nonce-test'; img-src data:;"
                    + " require-trusted-types-for 'script'";

    private final HttpServer server;

    /** Written by the test, read by the server. */
    private volatile String page = "";

    PageServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    /** Returns the address of a page with this body. */
    String serve(String body) {
        page = """
                <!DOCTYPE html>
                <html lang="en">
                <head><title>Test</title><link rel="icon" href="data:,">
                <meta name="viewport" content="width=device-width"></head>
                <body>%s</body>
                </html>
                """.formatted(body);
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] content = page.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
        exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
        exchange.sendResponseHeaders(200, content.length);
        exchange.getResponseBody().write(content);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
