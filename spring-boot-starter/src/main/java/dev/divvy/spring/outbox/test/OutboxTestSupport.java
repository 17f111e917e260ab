package dev.divvy.spring.outbox.test;

import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.EventFilter;
import dev.divvy.outbox.event.EventStatus;
import dev.divvy.outbox.event.ListedEvent;
import dev.divvy.outbox.event.Payload;
import dev.divvy.spring.outbox.EventSerializer;
import dev.divvy.spring.outbox.OutboxProcessor;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Shows a test what its application has sent, and waits until that was handled. Add it with {@code @Import(OutboxTestSupport.class)}. Events
 * that were handled are kept for an hour then, unless {@code divvy.outbox.processor.keep-done} says otherwise.
 */
@Import(KeptEvents.class)
public final class OutboxTestSupport {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 10;
    private static final int MOST_SHOWN = 10_000;

    private static final EventFilter ALL = EventFilter.of(EventStatus.PENDING, EventStatus.values());
    private static final EventFilter FAILED =
            EventFilter.of(EventStatus.RETRYING, EventStatus.HELD, EventStatus.ABORTED);

    private final Outbox outbox;
    private final OutboxProcessor processor;
    private final EventSerializer serializer;
    private final JdbcTemplate jdbc;

    OutboxTestSupport(Outbox outbox, OutboxProcessor processor, EventSerializer serializer, DataSource source) {
        this.outbox = outbox;
        this.processor = processor;
        this.serializer = serializer;
        this.jdbc = new JdbcTemplate(source);
    }

    /** Returns all events that were sent and committed, in the order of their ids, at most 10,000. */
    public List<SentEvent> sent() {
        return list(ALL).stream().map(this::withPayload).toList();
    }

    /** Returns the objects of this class that were sent and committed, in the order of their events. */
    public <T> List<T> sent(Class<T> type) {
        return sent().stream()
                .filter(event -> event.type().equals(type.getSimpleName()))
                .map(event -> type.cast(serializer.read(event.payload().bytes(), type)))
                .toList();
    }

    private SentEvent withPayload(ListedEvent event) {
        byte[] payload = jdbc.queryForObject(
                "SELECT payload FROM " + outbox.settings().eventTable() + " WHERE id = ?", byte[].class, event.id());
        return new SentEvent(
                event.id(),
                event.entityName(),
                event.entityId(),
                event.type(),
                payload == null ? Payload.EMPTY : Payload.of(payload),
                event.status());
    }

    /**
     * Waits until every event was handled, also those that handlers send meanwhile; at most 30 seconds.
     *
     * @throws AssertionError as soon as an event has failed, with its error
     * @throws IllegalStateException if this application does not process events
     */
    public void drain() {
        drain(PATIENCE);
    }

    /** Like {@link #drain()}, for as long as this. */
    public void drain(Duration patience) {
        if (processor.processor().isEmpty()) {
            throw new IllegalStateException("nothing handles the events of this application: it has no handler, or"
                    + " divvy.outbox.processor.enabled is false");
        }
        long began = System.nanoTime();
        outbox.wake();
        while (hasPending()) {
            failIfOneFailed();
            if (System.nanoTime() - began > patience.toNanos()) {
                throw new AssertionError("events still wait after " + patience.toMillis() + " ms: " + list(ALL));
            }
            pause();
        }
        failIfOneFailed();
    }

    /** An event that waits for its time, or for what its handler waits for, has not failed. */
    private void failIfOneFailed() {
        list(FAILED).stream()
                .filter(event -> event.status() != EventStatus.RETRYING || event.attempts() > 0)
                .findFirst()
                .ifPresent(OutboxTestSupport::fail);
    }

    private static void fail(ListedEvent event) {
        throw new AssertionError(String.format(
                Locale.ROOT,
                "event %d of %s %s has failed in attempt %d: %s",
                event.id(),
                event.entityName(),
                event.entityId(),
                event.attempts(),
                event.error()));
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while events are handled", e);
        }
    }

    /** Deletes all events, so that the next test of the same application begins with none. */
    public void clear() {
        jdbc.update("DELETE FROM " + outbox.settings().eventTable());
    }

    private boolean hasPending() {
        try {
            return outbox.admin().hasPending();
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    private List<ListedEvent> list(EventFilter filter) {
        try {
            return outbox.admin().list(filter.limit() > MOST_SHOWN ? filter.withLimit(MOST_SHOWN) : filter);
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    private static IllegalStateException unreadable(SQLException e) {
        return new IllegalStateException("the outbox cannot be read: " + e.getMessage(), e);
    }
}
