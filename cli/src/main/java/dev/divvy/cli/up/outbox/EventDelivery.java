package dev.divvy.cli.up.outbox;

import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Delivers events to an {@link EventReceiver}: one request per batch, one line per event. */
final class EventDelivery {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Pattern PAYLOAD = Pattern.compile("event (\\d{1,18})");

    private final URI address;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    EventDelivery(String address) {
        this.address = URI.create(address);
    }

    /** A delivered event. */
    record Delivered(String entity, long number) {}

    HandlingMode handling() {
        return HandlingMode.batch(this::post);
    }

    private void post(List<Event> events) throws IOException, InterruptedException {
        String lines = events.stream()
                .map(event ->
                        event.entityId() + " " + new String(event.payload().bytes(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("\n"));
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(TIMEOUT)
                .POST(HttpRequest.BodyPublishers.ofString(lines))
                .build();
        int status =
                client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        if (status / 100 != 2) {
            throw new IOException("HTTP " + status + " from the receiver of the demo");
        }
    }

    /** Returns the payload of the event with this number. */
    static String payload(long number) {
        return "event " + number;
    }

    /** Returns the number of the event with this payload; empty if it is not an event of the demo. */
    static Optional<Long> number(String payload) {
        Matcher event = PAYLOAD.matcher(payload);
        return event.matches() ? Optional.of(Long.valueOf(event.group(1))) : Optional.empty();
    }

    /** Reads the events of a request; returns false, after those before it, at a line that is none. */
    static boolean read(String lines, Consumer<Delivered> events) {
        for (String line : lines.split("\n", -1)) {
            String[] parts = line.split(" ", 2);
            Optional<Long> number = number(parts[parts.length - 1]);
            if (parts.length < 2 || number.isEmpty()) {
                return false;
            }
            events.accept(new Delivered(parts[0], number.get()));
        }
        return true;
    }
}
