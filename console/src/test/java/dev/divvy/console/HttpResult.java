package dev.divvy.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A server's response to one request over a real socket. */
record HttpResult(int status, String head, String body) {

    private static final Duration LONG = Duration.ofSeconds(100);
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LONG)
            .build();

    static HttpResult get(ConsoleServer server, String path) {
        return send(server, "GET", path, BodyPublishers.noBody());
    }

    static HttpResult send(ConsoleServer server, String method, String path, BodyPublisher body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .timeout(LONG)
                .method(method, body)
                .build();
        try {
            HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString());
            return new HttpResult(
                    response.statusCode(), response.headers().map().toString(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends exactly these lines, which need not be valid HTTP, and reads to the end. */
    static HttpResult raw(ConsoleServer server, String... lines) {
        try (Socket socket = begin(server, String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n")) {
            return end(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Connects and sends a text, which may be half a request. */
    static Socket begin(ConsoleServer server, String text) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout((int) LONG.toMillis());
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        return socket;
    }

    static HttpResult end(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        String[] parts = all.split("\r\n\r\n", 2);
        return new HttpResult(Integer.parseInt(parts[0].split(" ", -1)[1]), parts[0], parts.length > 1 ? parts[1] : "");
    }
}
