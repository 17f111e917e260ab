package dev.divvy.cli.distributor.http;

import dev.divvy.distributor.store.StoreTroubleException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.jr.ob.JSON;

/** Asks a desk. Whatever keeps it from answering is a {@link StoreTroubleException} of one line. */
final class Line {

    private static final Duration CONNECT = Duration.ofSeconds(2);

    private final URI desk;
    private final Duration patience;
    private final HttpClient client;

    /**
     * A line to this address.
     *
     * @param patience how long an answer may take
     * @throws IllegalArgumentException when the address is none
     */
    Line(String address, Duration patience) {
        this.desk = checked(address);
        this.patience = patience;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .build();
    }

    private static URI checked(String address) {
        try {
            URI uri = URI.create(address.endsWith("/") ? address.substring(0, address.length() - 1) : address);
            if ("http".equals(uri.getScheme()) && uri.getHost() != null && "".equals(uri.getPath())) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw new IllegalArgumentException(
                "'" + address + "' is not the address of a desk; write http://127.0.0.1:PORT");
    }

    /** Asks, and makes something of the JSON that is answered. */
    <T> T get(String path, Function<@Nullable Object, T> reader) {
        return getAfter(Duration.ZERO, path, reader);
    }

    /** Asks for what is answered after so long at the latest, or when there is news. */
    <T> T getAfter(Duration wait, String path, Function<@Nullable Object, T> reader) {
        return ask(request(path, wait.plus(patience)).GET().build(), reader);
    }

    <T> T send(String method, String path, Object json, Function<@Nullable Object, T> reader) {
        BodyPublisher body = BodyPublishers.ofString(JSON.std.asString(json));
        return ask(
                request(path, patience)
                        .header("Content-Type", "application/json")
                        .method(method, body)
                        .build(),
                reader);
    }

    private HttpRequest.Builder request(String path, Duration longest) {
        return HttpRequest.newBuilder(URI.create(desk + path)).timeout(longest);
    }

    private <T> T ask(HttpRequest request, Function<@Nullable Object, T> reader) {
        HttpResponse<String> answer = answer(request);
        try {
            Object json = JSON.std.anyFrom(answer.body());
            if (answer.statusCode() == 200) {
                return reader.apply(json);
            }
            throw new StoreTroubleException(
                    desk + " answered: " + Read.of(json).text("error"), new IOException("HTTP " + answer.statusCode()));
        } catch (StoreTroubleException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new StoreTroubleException(
                    desk + " answered " + answer.statusCode() + ", but not as a distributor's desk does: '"
                            + Shown.of(answer.body()) + "'",
                    e);
        }
    }

    private HttpResponse<String> answer(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (HttpTimeoutException e) {
            throw new StoreTroubleException(desk + " did not answer in time", e);
        } catch (ConnectException e) {
            throw new StoreTroubleException(
                    "nobody answers at " + desk + "; is a distributor running there with --http " + desk.getPort()
                            + "?",
                    e);
        } catch (IOException e) {
            throw new StoreTroubleException(desk + " did not answer: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreTroubleException("interrupted while asking " + desk, e);
        }
    }
}
