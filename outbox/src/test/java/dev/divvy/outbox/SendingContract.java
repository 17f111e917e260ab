package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.Payload;
import dev.divvy.outbox.table.EventTable;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Promises to producers, in any database. */
abstract class SendingContract {

    private final Queue<Event> handled = new ConcurrentLinkedQueue<>();
    private OutboxFixture fixture;

    abstract Database database();

    @BeforeEach
    void begin() throws Exception {
        fixture = new OutboxFixture(database());
    }

    @AfterEach
    void end() {
        fixture.close();
    }

    private void handleAll() throws Exception {
        fixture.process("a", OutboxFixture.QUICK, HandlingMode.each(handled::add));
        fixture.untilDone();
    }

    @Test
    void whatIsRolledBackLeavesNothing() throws Exception {
        try (Connection connection = database().source().getConnection()) {
            connection.setAutoCommit(false);
            fixture.outbox().send(connection, "Order", "1", "never");
            fixture.outbox().send(connection, List.of(Message.of("Order", "2"), Message.of("Order", "3")));
            connection.rollback();
            connection.setAutoCommit(true);
        }
        assertThat(fixture.query("SELECT COUNT(*) FROM " + fixture.table())).containsExactly("0");
    }

    @Test
    void manyAreSentInTheirOrder() throws Exception {
        fixture.send(IntStream.range(0, 1000)
                .mapToObj(i -> Message.of("Order", Integer.toString(i % 3), Integer.toString(i)))
                .toList());
        handleAll();
        for (int entity = 0; entity < 3; entity++) {
            String id = Integer.toString(entity);
            assertThat(handled.stream()
                            .filter(event -> event.entityId().equals(id))
                            .map(event -> Integer.parseInt(event.payload().text())))
                    .isSorted()
                    .hasSizeGreaterThan(300);
        }
    }

    @Test
    void aPlainInsertFromAnyLanguageIsProcessed() throws Exception {
        try (OutboxFixture other =
                new OutboxFixture(database(), OutboxFixture.SETTINGS.withTable("hsearch_outboxevent"))) {
            other.run("INSERT INTO hsearch_outboxevent (entity_name, entity_id, entity_id_hash)"
                    + " VALUES ('MyEntity', 42, " + EventTable.hash("42") + ")");
            other.process("a", OutboxFixture.QUICK, HandlingMode.each(handled::add));
            other.untilDone();
        }
        assertThat(handled).hasSize(1);
        assertThat(handled.element().entityName()).isEqualTo("MyEntity");
        assertThat(handled.element().entityId()).isEqualTo("42");
        assertThat(handled.element().payload()).isEqualTo(Payload.EMPTY);
    }

    @Test
    void typeAndHeadersComeAsTheyWereSent() throws Exception {
        Message paid = Message.of("Order", "1", "42.00")
                .withType("OrderPaid")
                .withHeader("content-type", "text/plain")
                .withHeader("note", "\"žluť\" 😀\n{}");
        fixture.send(List.of(Message.of("Order", "1"), paid, paid.withType("").withHeader("x", "y".repeat(3900))));
        handleAll();
        assertThat(handled.stream().map(Event::type)).containsExactly("", "OrderPaid", "");
        List<Map<String, String>> headers = handled.stream().map(Event::headers).toList();
        assertThat(headers.get(0)).isEmpty();
        assertThat(headers.get(1)).isEqualTo(paid.headers());
        assertThat(headers.get(2)).hasSize(3).containsEntry("x", "y".repeat(3900));
    }

    @Test
    void headersThatAreNoObjectFailTheAttemptOfTheHandlerThatAsksForThem() throws Exception {
        fixture.run("INSERT INTO " + fixture.table()
                + " (entity_name, entity_id, entity_id_hash, event_type, headers) VALUES"
                + " ('Order', '1', " + EventTable.hash("1") + ", 'OrderPaid', '{\"tries\": 3}'),"
                + " ('Order', '2', " + EventTable.hash("2") + ", 'OrderPaid', 'tries: 3')");
        Map<String, Map<String, String>> seen = new ConcurrentHashMap<>();
        fixture.process(
                "a",
                OutboxFixture.QUICK.withAttempts(1),
                HandlingMode.each(event -> seen.put(event.entityId(), event.headers())));
        fixture.untilDone();
        assertThat(seen).containsExactly(Map.entry("1", Map.of("tries", "3")));
        assertThat(fixture.outbox().admin().aborted(10))
                .singleElement()
                .satisfies(event ->
                        assertThat(event.error()).contains("the headers of event 2 of Order 2", "not a JSON object"));
    }

    @Test
    void anEventWithAKnownDeduplicationKeyIsNotSentAgain() throws Exception {
        Message first = Message.of("Order", "1", "first").withDeduplicationKey("k1");
        assertThat(sent(List.of(first, Message.of("Order", "1", "no key")))).isEqualTo(2);
        assertThat(sent(List.of(
                        Message.of("Order", "1", "no key either"),
                        Message.of("Order", "9", "again").withDeduplicationKey("k1"),
                        Message.of("Order", "1", "other key").withDeduplicationKey("k2"))))
                .isEqualTo(2);
        handleAll();
        assertThat(handled.stream().map(event -> event.payload().text()))
                .containsExactly("first", "no key", "no key either", "other key");
        assertThat(sent(List.of(first))).as("after its completion").isEqualTo(1);
    }

    @Test
    void aKeyWhoseTransactionIsRolledBackIsFreeAgain() throws Exception {
        Message message = Message.of("Order", "1").withDeduplicationKey("k");
        try (Connection connection = database().source().getConnection()) {
            connection.setAutoCommit(false);
            assertThat(fixture.outbox().send(connection, message)).isTrue();
            assertThat(fixture.outbox().send(connection, message)).isFalse();
            connection.rollback();
            assertThat(fixture.outbox().send(connection, message)).isTrue();
            connection.commit();
            connection.setAutoCommit(true);
        }
        assertThat(fixture.pending()).isEqualTo(1);
    }

    private int sent(List<Message> messages) throws Exception {
        return fixture.in(connection -> fixture.outbox().send(connection, messages));
    }

    @Test
    void headersThatAreTooLongAreRefused() {
        Message message = Message.of("Order", "1");
        assertThatThrownBy(() -> message.withHeader("name", "x".repeat(Message.MAX_HEADERS_LENGTH)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the headers have 4004 characters; the maximum is 4000");
        assertThatThrownBy(() -> message.withHeader("", "x")).hasMessage("name of a header is empty");
        assertThatThrownBy(() -> message.withDeduplicationKey("")).hasMessage("deduplication key is empty");
        assertThatThrownBy(() -> message.withType("x".repeat(256))).hasMessageContaining("event type");
    }

    @Test
    void aRowIsReadableByPeople() throws Exception {
        fixture.send("Order", "17", "paid");
        assertThat(fixture.query("SELECT CONCAT(entity_name, ' ', entity_id, ' ', status, ' ', attempts) FROM "
                        + fixture.table() + " WHERE created_at IS NOT NULL AND process_after IS NULL"))
                .containsExactly("Order 17 PENDING 0");
    }

    @Test
    void payloadsComeAsTheyWereSent() throws Exception {
        byte[] all = new byte[256];
        IntStream.range(0, 256).forEach(i -> all[i] = (byte) i);
        byte[] large = new byte[10 * 1024 * 1024];
        new Random(7).nextBytes(large);
        byte[] aboveInline = new byte[EventTable.MAX_INLINE_BYTES + 1];
        List<Payload> payloads = List.of(
                Payload.EMPTY, Payload.of(all), Payload.of(large), Payload.of(aboveInline), Payload.of("žluť 😀"));
        for (Payload payload : payloads) {
            fixture.send(List.of(Message.of("Order", "1").withPayload(payload)));
        }
        handleAll();
        assertThat(handled.stream().map(Event::payload).toList().equals(payloads))
                .isTrue();
    }

    @Test
    void idsOfEveryKindAreEntitiesOfTheirOwn() throws Exception {
        List<String> ids = List.of(
                "a",
                "A",
                "a ",
                " a",
                "á",
                "a\u0301",
                "😀",
                "'; DROP TABLE x; --",
                "\"",
                "\\",
                "%",
                "_",
                "\n\t\r",
                "\u202e rtl",
                "\ufeff",
                "0",
                "00",
                "-1",
                "x".repeat(255),
                "😀".repeat(255),
                "日本語",
                "\u0001");
        for (String id : ids) {
            fixture.send(id, id, id);
        }
        handleAll();
        assertThat(handled.stream().map(Event::entityId)).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(handled).allSatisfy(event -> {
            assertThat(event.entityName()).isEqualTo(event.entityId());
            assertThat(event.payload().text()).isEqualTo(event.entityId());
        });
    }

    @Test
    void textThatNoColumnStoresIsRefusedByNameAndNothingIsWritten() throws Exception {
        for (String bad : List.of("", "x".repeat(256), "nul\0", "half \ud83d")) {
            assertThatThrownBy(() -> fixture.send("Order", bad, ""))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("entity id");
            assertThatThrownBy(() -> fixture.send(bad, "1", ""))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("entity name");
        }
        assertThat(fixture.pending()).isZero();
    }

    @Test
    void anEventWhoseTransactionCommitsLateIsNotSkipped() throws Exception {
        try (Connection slow = database().source().getConnection()) {
            slow.setAutoCommit(false);
            fixture.outbox().send(slow, "Order", "late", "first");
            fixture.send("Order", "quick", "second");
            fixture.process("a", OutboxFixture.QUICK, HandlingMode.each(handled::add));
            OutboxFixture.until("the one that was sent later is handled", () -> handled.size() == 1);
            slow.commit();
            slow.setAutoCommit(true);
        }
        OutboxFixture.until("the late one is handled", () -> handled.size() == 2);
        assertThat(handled.stream().map(Event::entityId)).containsExactly("quick", "late");
    }

    @Test
    void anInstanceThatOnlySendsIsNoMember() throws Exception {
        try (Outbox sender = new Outbox(
                database().source(), database().kind(), fixture.outbox().settings())) {
            fixture.in(connection -> {
                sender.send(connection, "Order", "1", "from elsewhere");
                return true;
            });
        }
        Processor processor = fixture.process("a", OutboxFixture.QUICK, HandlingMode.each(handled::add));
        fixture.untilDone();
        assertThat(handled).hasSize(1);
        assertThat(processor.status().members()).hasSize(1);
    }
}
