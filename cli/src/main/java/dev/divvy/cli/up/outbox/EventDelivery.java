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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
                .map(event -> event.entityId() + " " + text(event))
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

    private static String text(Event event) {
        return new String(event.payload().bytes(), StandardCharsets.UTF_8).replace('\n', ' ');
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

    /** Reads the events of a request; events that a user has sent are skipped. */
    static List<Delivered> read(String lines) {
        List<Delivered> events = new ArrayList<>();
        for (String line : lines.split("\n", -1)) {
            String[] parts = line.split(" ", 2);
            number(parts[parts.length - 1]).ifPresent(number -> events.add(new Delivered(parts[0], number)));
        }
        return events;
    }
}
