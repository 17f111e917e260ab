package dev.divvy.outbox.handling;

import dev.divvy.coordination.Fence;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.Payload;
import dev.divvy.outbox.table.EventRow;
import dev.divvy.outbox.table.HeaderText;
import java.time.Instant;
import java.util.Map;

/** One attempt of handling a row. Its headers are parsed when a handler asks for them. */
record ReceivedEvent(EventRow row, Payload payload, Fence fence) implements Event {

    @Override
    public long id() {
        return row.id();
    }

    @Override
    public String entityName() {
        return row.entity().name();
    }

    @Override
    public String entityId() {
        return row.entity().id();
    }

    @Override
    public String type() {
        return row.type();
    }

    @Override
    public Map<String, String> headers() {
        try {
            return HeaderText.parse(row.headers());
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("the headers of " + this + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public int attempt() {
        return row.attempts() + 1;
    }

    @Override
    public Instant createdAt() {
        return row.createdAt();
    }

    @Override
    public String toString() {
        return "event " + id() + " of " + entityName() + " " + entityId() + ", attempt " + attempt();
    }
}
