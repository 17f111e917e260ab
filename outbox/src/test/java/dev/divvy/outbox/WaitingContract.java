package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.testservers.Await;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Promises about events that wait for their next attempt, in any database. With -Ddivvy.long=true there are 200,000 of them. */
abstract class WaitingContract {

    private static final int ENTITIES = Boolean.getBoolean("divvy.long") ? 200_000 : 3_000;
    private static final Duration ALL_TIMEOUT = Duration.ofMinutes(10);
    private static final Duration DELAY = Duration.ofHours(1);
    private static final ProcessorSettings PATIENT =
            OutboxFixture.QUICK.withRetryDelay(DELAY, DELAY).withAttempts(1000);

    private final Set<String> bad = ConcurrentHashMap.newKeySet();
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
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

    private Processor process(String id, ProcessorSettings settings) {
        return fixture.process(id, settings, HandlingMode.each(event -> {
            if (bad.contains(event.entityId())) {
                throw new IllegalStateException("not yet");
            }
            handled.add(event.entityId() + " " + event.payload().text());
        }));
    }

    private void sendToAll(String payload) throws Exception {
        for (int from = 0; from < ENTITIES; from += 1000) {
            fixture.send(IntStream.range(from, Math.min(ENTITIES, from + 1000))
                    .mapToObj(i -> Message.of("Order", "bad" + i, payload))
                    .toList());
        }
    }

    private long count(String status) throws Exception {
        return Long.parseLong(
                fixture.query("SELECT COUNT(*) FROM " + fixture.table() + " WHERE status = '" + status + "'")
                        .get(0));
    }

    private void mend() throws Exception {
        bad.clear();
        retryNow();
    }

    /** As an operator does it by hand. */
    private void retryNow() throws Exception {
        fixture.run(
                "UPDATE " + fixture.table() + " SET status = 'PENDING', process_after = NULL WHERE status = 'RETRY'");
    }

    @Test
    void eventsThatAreNotDueAndThoseBehindThemAreNotRead() throws Exception {
        IntStream.range(0, ENTITIES).forEach(i -> bad.add("bad" + i));
        Processor processor = process("a", PATIENT);
        sendToAll("first");
        Await.until("all have failed", ALL_TIMEOUT, () -> processor.stats().failed() == ENTITIES);
        sendToAll("second");
        Await.until("the others wait behind them", ALL_TIMEOUT, () -> count("BEHIND") == ENTITIES);

        long read = processor.stats().read();
        int healthy = 50;
        for (int i = 0; i < healthy; i++) {
            fixture.send("Order", "good" + i, "");
            String expected = "good" + i + " ";
            OutboxFixture.until("others go on", () -> handled.contains(expected));
        }
        assertThat(processor.stats().read() - read)
                .as("rows that were read while %d others were handled", healthy)
                .isLessThanOrEqualTo(4 * healthy + ENTITIES / 100);
        assertThat(handled).hasSize(healthy);
        OutboxFixture.until("only they are pending", () -> fixture.pending() == 2L * ENTITIES);
        assertThat(count("RETRY")).isEqualTo(ENTITIES);
    }

    @Test
    void afterAWaitTheEventsOfAnEntityAreHandledInOrder() throws Exception {
        bad.add("bad");
        Processor processor = process("a", PATIENT);
        fixture.send("Order", "bad", "0");
        OutboxFixture.until("it has failed", () -> processor.stats().failed() == 1);
        int later = 1500;
        fixture.send(IntStream.rangeClosed(1, later)
                .mapToObj(i -> Message.of("Order", "bad", Integer.toString(i)))
                .toList());
        OutboxFixture.until("all wait behind it", () -> count("BEHIND") == later);
        fixture.send("Person", "bad", "the same id, another entity");
        OutboxFixture.until("two have failed", () -> processor.stats().failed() == 2);
        fixture.run("DELETE FROM " + fixture.table() + " WHERE entity_name = 'Person'");

        mend();
        processor.close();
        process("b", PATIENT);
        fixture.untilDone();
        assertThat(handled)
                .containsExactlyElementsOf(IntStream.rangeClosed(0, later)
                        .mapToObj(i -> "bad " + i)
                        .toList());
    }

    @Test
    void anAbortedEventReleasesThoseBehindIt() throws Exception {
        bad.add("bad");
        Processor processor = process("a", PATIENT.withAttempts(2));
        fixture.send("Order", "bad", "first");
        OutboxFixture.until("it has failed", () -> processor.stats().failed() == 1);
        fixture.send("Order", "bad", "second");
        OutboxFixture.until("the second waits behind it", () -> count("BEHIND") == 1);
        retryNow();
        OutboxFixture.until("the second has failed too", () -> processor.stats().failed() == 3);
        assertThat(count("ABORTED")).isEqualTo(1);
        assertThat(count("RETRY")).isEqualTo(1);
    }

    @Test
    void anEventMayBeSentToBeHandledLater() throws Exception {
        fixture.send("Order", "1", "later");
        fixture.run("UPDATE " + fixture.table() + " SET process_after = "
                + (database().kind().isMaria()
                        ? "TIMESTAMPADD(HOUR, 1, CURRENT_TIMESTAMP)"
                        : "CURRENT_TIMESTAMP + INTERVAL '1' HOUR"));
        fixture.send("Order", "1", "behind it");
        process("a", PATIENT);
        OutboxFixture.until("both wait", () -> count("RETRY") == 1 && count("BEHIND") == 1);
        mend();
        fixture.untilDone();
        assertThat(handled).containsExactly("1 later", "1 behind it");
    }

    /** What an operator deletes cannot release those behind it. */
    @Test
    void anEventWhoseFirstWasDeletedByHandHasATimeOfItsOwn() throws Exception {
        bad.add("bad");
        Processor processor = process("a", PATIENT);
        fixture.send("Order", "bad", "first");
        OutboxFixture.until("it has failed", () -> processor.stats().failed() == 1);
        fixture.send(List.of(Message.of("Order", "bad", "second"), Message.of("Order", "bad", "third")));
        OutboxFixture.until("they wait behind it", () -> count("BEHIND") == 2);
        fixture.run("DELETE FROM " + fixture.table() + " WHERE status = 'RETRY'");
        bad.clear();
        fixture.run("UPDATE " + fixture.table() + " SET process_after = created_at WHERE process_after IS NOT NULL");
        processor.close();
        process("b", PATIENT);
        fixture.untilDone();
        assertThat(handled).containsExactly("bad second", "bad third");
    }
}
