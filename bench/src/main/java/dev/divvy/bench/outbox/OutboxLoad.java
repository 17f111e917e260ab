package dev.divvy.bench.outbox;

import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.Message;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;

/** The events of the benchmark: evenly spread over a thousand entities, 100 bytes each. */
public final class OutboxLoad {

    public static final int ENTITIES = 1_000;
    private static final int BATCH = 1_000;
    private static final String PAYLOAD = "x".repeat(100);

    private OutboxLoad() {}

    public static String entity(int number) {
        return "entity-" + number;
    }

    /** Sends this many events; they are visible when the caller commits. */
    public static void send(Outbox outbox, Connection connection, int events) throws SQLException {
        for (int from = 0; from < events; from += BATCH) {
            List<Message> batch = IntStream.range(from, Math.min(events, from + BATCH))
                    .mapToObj(i -> Message.of("Bench", entity(i % ENTITIES), PAYLOAD))
                    .toList();
            outbox.send(connection, batch);
        }
    }
}
