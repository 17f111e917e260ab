package dev.divvy.cli.outbox.relay;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.RetryLaterException;
import dev.divvy.outbox.event.TargetUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;

/**
 * A URL that gets each event as a request of its own, and accepts it with a 2xx response. A receiver that refuses connections, says that it is
 * overloaded or down, or answers nothing in time, is unavailable: no event has failed. While it answers others, an event that it does not answer in
 * time has failed.
 */
final class HttpTarget implements RelayTarget {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(30);

    /** A request ends before the call of the handler is interrupted. */
    private static final double PART_OF_HANDLER_TIMEOUT = 0.9;

    private static final int EXCERPT_BYTES = 100;

    /** Too many requests, bad gateway, service unavailable, gateway timeout. */
    private static final Set<Integer> UNAVAILABLE = Set.of(429, 502, 503, 504);

    private static final Duration LONGEST_RETRY_AFTER = Duration.ofHours(1);

    private final URI address;
    private final Duration timeout;
    private final HttpClient client;
    private final UnansweredRequests unanswered = new UnansweredRequests();

    HttpTarget(String address, Duration handlerTimeout) {
        this.address = checked(address);
        Duration part = Duration.ofNanos((long) (handlerTimeout.toNanos() * PART_OF_HANDLER_TIMEOUT));
        this.timeout = part.compareTo(LONGEST_TIMEOUT) < 0 ? part : LONGEST_TIMEOUT;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
    }

    private static URI checked(String address) {
        try {
            URI uri = URI.create(address);
            if (uri.getHost() != null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // Reported below.
        }
        throw Failure.wrongUsage("'" + address + "' is not a URL; write http://host:port/path");
    }

    @Override
    public HandlingMode handling() {
        return HandlingMode.each(this::post);
    }

    private void post(Event event) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(EventLine.of(event)))
                .build();
        HttpResponse<InputStream> response;
        long answersBefore = unanswered.answers();
        try {
            response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (HttpConnectTimeoutException | ConnectException e) {
            throw new TargetUnavailableException("cannot connect to " + address, e);
        } catch (HttpTimeoutException e) {
            throw noResponse(event, answersBefore, e);
        } catch (IOException e) {
            throw new Refusal("no response from " + address + ": " + e.getMessage(), e);
        }
        if (!UNAVAILABLE.contains(response.statusCode())) {
            unanswered.answered(event.id());
        }
        try (InputStream body = response.body()) {
            if (response.statusCode() / 100 != 2) {
                String excerpt = new String(body.readNBytes(EXCERPT_BYTES), StandardCharsets.UTF_8)
                        .replaceAll("\\s+", " ")
                        .strip();
                String refusal = "HTTP " + response.statusCode() + " from " + address
                        + (excerpt.isEmpty() ? "" : ": " + excerpt);
                if (UNAVAILABLE.contains(response.statusCode())) {
                    throw new TargetUnavailableException(refusal, retryAfter(response));
                }
                throw new Refusal(refusal);
            }
            // Read to the end, so that the connection can be reused for the next event.
            body.transferTo(OutputStream.nullOutputStream());
        }
    }

    private Exception noResponse(Event event, long answersBefore, HttpTimeoutException error) {
        String reason = "no response from " + address + " in time";
        return switch (unanswered.timedOut(event.id(), answersBefore)) {
            case RECEIVER_UNAVAILABLE -> new TargetUnavailableException(reason, error);
            case OTHERS_FIRST -> new RetryLaterException(timeout, reason, error);
            case EVENT_FAILED -> new Refusal(reason, error);
        };
    }

    /** Returns the time that the receiver asked for in seconds; none for a date, which needs its clock. */
    private static Duration retryAfter(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Retry-After")
                .filter(seconds -> seconds.matches("[0-9]{1,9}"))
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                .map(time -> time.compareTo(LONGEST_RETRY_AFTER) < 0 ? time : LONGEST_RETRY_AFTER)
                .orElse(Duration.ZERO);
    }

    /** An error that is stored with the event for people to read: without the name of a class. */
    @SuppressWarnings("OverrideThrowableToString") // which is the text that is stored
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
