package dev.divvy.bench.outbox;

import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.Message;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;

/** The events that are sent: evenly of a thousand entities, 100 bytes each. */
final class Load {

    static final int ENTITIES = 1_000;
    private static final int AT_ONCE = 1_000;
    private static final String PAYLOAD = "x".repeat(100);

    private Load() {}

    static String entity(int number) {
        return "entity-" + number;
    }

    /** Sends so many; they are there when the caller commits. */
    static void send(Outbox outbox, Connection connection, int events) throws SQLException {
        for (int from = 0; from < events; from += AT_ONCE) {
            List<Message> some = IntStream.range(from, Math.min(events, from + AT_ONCE))
                    .mapToObj(i -> Message.of("Bench", entity(i % ENTITIES), PAYLOAD))
                    .toList();
            outbox.send(connection, some);
        }
    }
}
