package dev.divvy.cli.outbox.relay;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.Handling;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** An address that gets each event as a request of its own, and takes it by answering with a 2xx. */
final class HttpTarget implements RelayTarget {

    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(5);
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(30);
    private static final int SHOWN = 100;

    private final URI address;
    private final Duration patience;
    private final HttpClient client;

    HttpTarget(String address, Duration patience) {
        this.address = checked(address);
        this.patience = patience.compareTo(LONGEST_ANSWER) < 0 ? patience : LONGEST_ANSWER;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(LONGEST_CONNECT)
                .build();
    }

    private static URI checked(String address) {
        try {
            URI uri = URI.create(address);
            if (uri.getHost() != null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw Failure.wrongUsage("'" + address + "' is no address; write http://host:port/path");
    }

    @Override
    public Handling handling() {
        return Handling.each(this::post);
    }

    private void post(Event event) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(patience)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(EventLine.of(event)))
                .build();
        HttpResponse<InputStream> answer;
        try {
            answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (HttpTimeoutException e) {
            throw new Refusal("no answer from " + address + " in time", e);
        } catch (ConnectException e) {
            throw new Refusal("cannot connect to " + address, e);
        } catch (IOException e) {
            throw new Refusal("no answer from " + address + ": " + e.getMessage(), e);
        }
        try (InputStream body = answer.body()) {
            if (answer.statusCode() / 100 != 2) {
                String said = new String(body.readNBytes(SHOWN), StandardCharsets.UTF_8)
                        .replaceAll("\\s+", " ")
                        .strip();
                throw new Refusal(
                        "HTTP " + answer.statusCode() + " from " + address + (said.isEmpty() ? "" : ": " + said));
            }
            // Read to the end, so that the connection serves the next event too.
            body.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** Written down with the event, for people: without the name of a class. */
    @SuppressWarnings("OverrideThrowableToString") // which is what is written down
    private static final class Refusal extends IOException {
        private static final long serialVersionUID = 1;

        Refusal(String message) {
            super(message);
        }

        Refusal(String message, IOException cause) {
            super(message, cause);
        }

        @Override
        public String toString() {
            return String.valueOf(getMessage());
        }
    }
}
