package shop;

import dev.divvy.outbox.event.Event;
import dev.divvy.spring.outbox.OutboxHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Writes one receipt per payment. After a crash an event may be handled again: the event's number makes that harmless. */
@Component
public class Receipts {

    private static final Logger LOG = LoggerFactory.getLogger(Receipts.class);

    private final JdbcTemplate jdbc;

    public Receipts(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @OutboxHandler("Order")
    public void on(OrderPaid paid, Event event) {
        jdbc.update(
                "INSERT INTO receipt (event_id, order_id, payment) VALUES (?, ?, ?) ON CONFLICT (event_id) DO NOTHING",
                event.id(),
                paid.order(),
                paid.payment());
        LOG.info("receipt for payment {} of order {}", paid.payment(), paid.order());
    }
}
