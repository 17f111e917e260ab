package dev.divvy.cli.distributor.http;

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
import tools.jackson.jr.ob.JSON;

/** A desk as anybody asks it: what it answered. */
record Asked(int status, String text) {

    private static final Duration LONG = Duration.ofSeconds(100);
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LONG)
            .build();

    static Asked get(HttpDesk desk, String path) {
        return ask(desk, "GET", path, "application/json", BodyPublishers.noBody());
    }

    static Asked send(HttpDesk desk, String method, String path, String json) {
        return ask(desk, method, path, "application/json", BodyPublishers.ofString(json));
    }

    static Asked sendText(HttpDesk desk, String method, String path, String text) {
        return ask(desk, method, path, "text/plain; charset=utf-8", BodyPublishers.ofString(text));
    }

    static Asked ask(HttpDesk desk, String method, String path, String type, BodyPublisher body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + desk.port() + path))
                .timeout(LONG)
                .header("Content-Type", type)
                .method(method, body)
                .build();
        try {
            HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());
            return new Asked(answer.statusCode(), answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Asks with exactly these lines, which a well-behaved client would not send. */
    static Asked raw(HttpDesk desk, String... lines) {
        try (Socket socket = begin(desk, lines)) {
            return end(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks, and does not wait for the answer. */
    static Socket begin(HttpDesk desk, String... lines) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), desk.port());
        socket.setSoTimeout((int) LONG.toMillis());
        socket.getOutputStream()
                .write((String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    static Asked end(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        String[] parts = all.split("\r\n\r\n", 2);
        return new Asked(Integer.parseInt(parts[0].split(" ", -1)[1]), parts[1]);
    }

    Object json() {
        return JSON.std.anyFrom(text);
    }

    Read read() {
        return Read.of(json());
    }

    String error() {
        return read().text("error");
    }
}
