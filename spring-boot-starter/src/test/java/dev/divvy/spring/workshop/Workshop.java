package dev.divvy.spring.workshop;

import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.RetryLaterException;
import dev.divvy.spring.outbox.OutboxHandler;
import dev.divvy.spring.outbox.OutboxTemplate;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** An application on H2 that repairs things, and records what its handlers were called with. */
@SpringBootApplication
class Workshop {

    private final EntityManager entities;
    private final JdbcTemplate jdbc;
    private final OutboxTemplate outbox;

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private final Set<String> postponed = ConcurrentHashMap.newKeySet();

    Workshop(EntityManager entities, JdbcTemplate jdbc, OutboxTemplate outbox) {
        this.entities = entities;
        this.jdbc = jdbc;
        this.outbox = outbox;
    }

    @Entity(name = "repair")
    static class Repair {
        @Id
        private long id;

        protected Repair() {}

        Repair(long id) {
            this.id = id;
        }
    }

    record RepairBegun(long repair, String what) {}

    record RepairDone(long repair) {}

    record RepairLost(long repair) {}

    /** The application is a proxy: its fields are those of another object. */
    Queue<String> handled() {
        return handled;
    }

    @Transactional
    void begin(long id) {
        entities.persist(new Repair(id));
        outbox.send("Repair", id, new RepairBegun(id, "chain"));
    }

    /** Returns how many rows of this repair another reader of the same transaction sees as soon as the event was sent. */
    @Transactional
    int rowsAfterSending(long id) {
        entities.persist(new Repair(id));
        outbox.send("Repair", id, "begun");
        return jdbc.queryForList("SELECT id FROM repair WHERE id = " + id).size();
    }

    @Transactional
    void send(Object event) {
        outbox.send("Repair", 1, event);
    }

    @Transactional
    void fail() {
        outbox.send("Repair", 1, new RepairDone(1));
        throw new IllegalStateException("rolled back");
    }

    @Transactional(readOnly = true)
    void sendReadOnly() {
        outbox.send("Repair", 1, "never");
    }

    @OutboxHandler("Repair")
    void begun(RepairBegun begun, Event event) {
        handled.add(begun + " " + event.type() + " " + event.headers().get("content-type"));
    }

    @OutboxHandler("Repair")
    void done(RepairDone done) {
        handled.add(done.toString());
    }

    @OutboxHandler(value = "Repair", types = "")
    void other(String payload) {
        if (payload.equals("not yet") && postponed.add(payload)) {
            throw new RetryLaterException(Duration.ofMillis(200), "the spare part is not there yet");
        }
        handled.add(payload);
    }
}
