package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.divvy.outbox.event.EventFilter;
import dev.divvy.outbox.event.EventStatus;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.ListedEvent;
import dev.divvy.outbox.event.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Promises to operators who list, retry and discard events by a filter, in any database. */
abstract class AdminContract {

    private static final Duration HOUR = Duration.ofHours(1);

    private OutboxFixture fixture;
    private OutboxAdmin admin;

    abstract Database database();

    @BeforeEach
    void begin() throws Exception {
        fixture = new OutboxFixture(database());
        admin = fixture.outbox().admin();
    }

    @AfterEach
    void end() {
        fixture.close();
    }

    /** Sends events of the entities 0, 1, ... */
    private void send(String name, int count) throws Exception {
        fixture.send(IntStream.range(0, count)
                .mapToObj(i -> Message.of(name, Integer.toString(i), "payload"))
                .toList());
    }

    private void set(String values, String condition) throws Exception {
        fixture.run("UPDATE " + fixture.table() + " SET " + values + " WHERE " + condition);
    }

    private void abort(String error, String condition) throws Exception {
        set("status = 'ABORTED', attempts = 10, done_at = CURRENT_TIMESTAMP, last_error = '" + error + "'", condition);
    }

    private List<String> listed(EventFilter filter) throws Exception {
        return admin.list(filter).stream()
                .map(event -> event.entityName() + " " + event.entityId())
                .toList();
    }

    @Test
    void eventsAreListedByNameIdErrorAndTime() throws Exception {
        send("Order", 3);
        send("Invoice", 2);
        abort("HTTP 500: 100% of_it", "entity_id <> '2'");
        abort("timeout", "entity_name = 'Order' AND entity_id = '0'");
        EventFilter givenUp = EventFilter.givenUp();
        assertThat(listed(givenUp)).containsExactly("Order 0", "Order 1", "Invoice 0", "Invoice 1");
        assertThat(listed(givenUp.withLimit(2))).containsExactly("Order 0", "Order 1");
        assertThat(listed(givenUp.withEntityName("Invoice"))).containsExactly("Invoice 0", "Invoice 1");
        assertThat(listed(givenUp.withEntityId("0"))).containsExactly("Order 0", "Invoice 0");
        assertThat(listed(givenUp.withError("500: 100% of_"))).hasSize(3);
        assertThat(listed(givenUp.withError("500_ 100%"))).isEmpty();
        assertThat(listed(givenUp.withError("time").withEntityName("Order"))).containsExactly("Order 0");
        Instant now = Instant.now();
        assertThat(listed(givenUp.withEndedAfter(now.minus(HOUR)).withEndedBefore(now.plus(HOUR))))
                .hasSize(4);
        assertThat(listed(givenUp.withEndedAfter(now.plus(HOUR)))).isEmpty();
        assertThat(listed(givenUp.withEndedBefore(now.minus(HOUR)))).isEmpty();
        assertThat(listed(EventFilter.of(EventStatus.PENDING))).containsExactly("Order 2");
    }

    @Test
    void eventsThatWaitAreListedWithTheirErrorAndNextAttempt() throws Exception {
        Processor processor = fixture.process(
                "a", OutboxFixture.QUICK.withRetryDelay(HOUR, HOUR).withAttempts(9), HandlingMode.each(event -> {
                    throw new IllegalStateException("not now");
                }));
        fixture.send("Order", "1", "first");
        OutboxFixture.until("it has failed", () -> processor.stats().failed() == 1);
        fixture.send("Order", "1", "second");
        OutboxFixture.until(
                "the second waits behind it",
                () -> admin.list(EventFilter.of(EventStatus.BEHIND)).size() == 1);
        List<ListedEvent> events = admin.list(
                EventFilter.of(EventStatus.PENDING, EventStatus.RETRYING, EventStatus.BEHIND, EventStatus.HELD));
        assertThat(events).extracting(ListedEvent::status).containsExactly(EventStatus.RETRYING, EventStatus.BEHIND);
        ListedEvent first = events.get(0);
        assertThat(first.attempts()).isEqualTo(1);
        assertThat(first.error()).contains("not now");
        assertThat(first.nextAttempt())
                .hasValueSatisfying(
                        time -> assertThat(time).isAfter(first.createdAt().plus(HOUR.dividedBy(2))));
        assertThat(first.payloadBytes()).isEqualTo(5);
        assertThat(first.endedAt()).isEmpty();
        assertThat(events.get(1).nextAttempt()).isEmpty();
    }

    @Test
    void retryAndDiscardChangeWhatTheFilterSelectsAThousandAtATime() throws Exception {
        send("Order", 2500);
        send("Invoice", 20);
        abort("HTTP 500", "1 = 1");
        abort("timeout", "entity_name = 'Order' AND id % 10 = 0");
        EventFilter orders = EventFilter.givenUp().withEntityName("Order");
        int timedOut = admin.list(orders.withError("timeout")).size();
        assertThat(timedOut).isEqualTo(250);
        assertThat(admin.discard(orders.withError("timeout"))).isEqualTo(timedOut);
        List<Long> progress = new ArrayList<>();
        assertThat(admin.retry(orders.withLimit(2100), progress::add)).isEqualTo(2100);
        assertThat(progress).endsWith(1000L, 2000L, 2100L);
        assertThat(admin.backlog().pending()).isEqualTo(2100);
        assertThat(admin.retry(orders)).isEqualTo(150);
        assertThat(admin.discard(EventFilter.givenUp())).isEqualTo(20);
        assertThat(admin.retry(EventFilter.givenUp())).isZero();
        assertThat(admin.list(EventFilter.of(EventStatus.PENDING)))
                .hasSize(2250)
                .allSatisfy(event -> {
                    assertThat(event.attempts()).isZero();
                    assertThat(event.error()).isEmpty();
                });
    }

    @Test
    void eventsThatWaitForTheirNextAttemptCanBeRetriedAtOnceAndDiscarded() throws Exception {
        send("Order", 3);
        set("status = 'RETRY', attempts = 1, process_after = '2037-01-01 00:00:00'", "entity_id <> '2'");
        EventFilter retrying = EventFilter.of(EventStatus.RETRYING);
        assertThat(admin.retry(EventFilter.givenUp())).as("none is held").isZero();
        assertThat(admin.retry(retrying.withEntityId("0"))).isEqualTo(1);
        assertThat(admin.discard(retrying)).isEqualTo(1);
        assertThat(listed(EventFilter.of(EventStatus.PENDING))).containsExactly("Order 0", "Order 2");
    }

    @Test
    void eventsThatMayBeBeingHandledAreNotChanged() throws Exception {
        send("Order", 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> admin.discard(EventFilter.of(EventStatus.PENDING)))
                .withMessageContaining("events that are PENDING cannot be discarded");
        assertThat(admin.backlog().pending()).isEqualTo(1);
    }
}
