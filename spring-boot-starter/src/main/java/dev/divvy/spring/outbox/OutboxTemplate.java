package dev.divvy.spring.outbox;

import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Sends events in the current transaction of Spring, by JDBC or JPA: an event exists if and only if that transaction commits. */
public final class OutboxTemplate {

    private static final String CONTENT_TYPE = "content-type";

    private final Outbox outbox;
    private final DataSource source;
    private final JdbcTemplate jdbc;
    private final EventSerializer serializer;
    private final Runnable flush;
    private final Supplier<Map<String, String>> traceHeaders;

    /** One for all: a transaction keeps equal ones once, and so wakes the processor once. */
    private final TransactionSynchronization wakeAfterCommit = new TransactionSynchronization() {
        @Override
        public void afterCommit() {
            outbox.wake();
        }
    };

    /**
     * Creates a template.
     *
     * @param source the data source of the transactions
     * @param flush writes what the transaction has changed so far, so that events of an entity are in the order of its changes
     * @param traceHeaders the headers by which a handler continues the current trace
     */
    OutboxTemplate(
            Outbox outbox,
            DataSource source,
            EventSerializer serializer,
            Runnable flush,
            Supplier<Map<String, String>> traceHeaders) {
        this.outbox = outbox;
        this.source = source;
        this.jdbc = new JdbcTemplate(source);
        this.serializer = serializer;
        this.flush = flush;
        this.traceHeaders = traceHeaders;
    }

    /**
     * Sends an event whose type is the simple name of the object's class, and whose payload is the object: as JSON, or as it is if it is a
     * {@code String}, a {@code byte[]} or a {@link Payload}, which have no type.
     *
     * @throws IllegalTransactionStateException if there is no transaction of the outbox's data source
     */
    public void send(String entityName, Object entityId, Object event) {
        send(messageOf(entityName, entityId, event));
    }

    /** Returns the message that {@link #send(String, Object, Object)} sends, for instance to add a header or a deduplication key. */
    public Message messageOf(String entityName, Object entityId, Object event) {
        Message message = Message.of(
                entityName, Objects.requireNonNull(entityId, "entity id").toString());
        return rawPayload(Objects.requireNonNull(event, "event"))
                .map(message::withPayload)
                .orElseGet(() -> message.withType(EventTypes.nameOf(event.getClass()))
                        .withHeader(CONTENT_TYPE, serializer.contentType())
                        .withPayload(Payload.of(serializer.write(event))));
    }

    private static Optional<Payload> rawPayload(Object event) {
        if (event instanceof Payload payload) {
            return Optional.of(payload);
        }
        if (event instanceof byte[] bytes) {
            return Optional.of(Payload.of(bytes));
        }
        return event instanceof String text
                ? Optional.of(Payload.of(text.getBytes(StandardCharsets.UTF_8)))
                : Optional.empty();
    }

    /**
     * Sends a message; headers of the current trace are added.
     *
     * @return whether it was sent; false if there is an event with its deduplication key
     * @throws IllegalTransactionStateException if there is no transaction of the outbox's data source
     */
    public boolean send(Message message) {
        requireTransaction();
        flush.run();
        Message traced = message.withHeaders(traceHeaders.get()).withHeaders(message.headers());
        Boolean sent = jdbc.execute((java.sql.Connection connection) -> outbox.send(connection, traced));
        TransactionSynchronizationManager.registerSynchronization(wakeAfterCommit);
        return Boolean.TRUE.equals(sent);
    }

    private void requireTransaction() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalTransactionStateException(
                    "an event is sent in a transaction, and there is none: annotate the calling method with @Transactional");
        }
        if (!TransactionSynchronizationManager.hasResource(source)) {
            throw new IllegalTransactionStateException(
                    "the current transaction is not one of the outbox's data source: the event would not commit with it");
        }
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw new IllegalTransactionStateException("an event cannot be sent in a read-only transaction");
        }
    }
}
