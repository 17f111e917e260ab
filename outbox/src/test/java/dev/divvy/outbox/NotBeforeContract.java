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
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Promises about events that are not handled before a time, in any database. The databases have the clock of the tests. */
abstract class NotBeforeContract {

    private final Map<String, Instant> handled = new ConcurrentHashMap<>();
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

    private Processor process() {
        return fixture.process(
                "a",
                OutboxFixture.QUICK,
                HandlingMode.each(event -> handled.put(event.payload().text(), Instant.now())));
    }

    @Test
    void anEventWaitsUntilItsTimeAndLaterOnesOfItsEntityBehindIt() throws Exception {
        Instant time = Instant.now().plusSeconds(4).truncatedTo(ChronoUnit.MILLIS);
        Processor processor = process();
        fixture.send(List.of(
                Message.of("Order", "1", "later").withNotBefore(time),
                Message.of("Order", "1", "behind"),
                Message.of("Order", "2", "another")));
        OutboxFixture.until("another entity is handled", () -> handled.containsKey("another"));
        ListedEvent waiting = fixture.outbox()
                .admin()
                .list(EventFilter.of(EventStatus.PENDING, EventStatus.RETRYING).withEntityId("1"))
                .get(0);
        assertThat(waiting.attempts()).isZero();
        assertThat(waiting.error()).isEmpty();
        assertThat(waiting.nextAttempt()).hasValue(time);
        assertThat(fixture.outbox().admin().backlog().retrying()).isZero();
        fixture.untilDone();
        assertThat(handled.get("another")).isBefore(time);
        assertThat(handled.get("later")).isAfterOrEqualTo(time);
        assertThat(handled.get("behind")).isAfterOrEqualTo(handled.get("later"));
        assertThat(processor.stats().failed()).isZero();
    }

    @Test
    void aTimeInThePastHasNoEffect() throws Exception {
        process();
        fixture.send(List.of(Message.of("Order", "1", "past")
                .withNotBefore(Instant.now().minusSeconds(3600))
                .withDeduplicationKey("key")));
        fixture.untilDone();
        assertThat(handled).containsOnlyKeys("past");
    }

    /** Also where the connection is in a time zone with summer time, and with a key. */
    @Test
    void theTimeIsStoredToTheMillisecond() throws Exception {
        for (Instant time : List.of(
                Instant.parse("2037-03-29T01:30:00.123Z"),
                Instant.parse("2030-07-01T00:00:00.999Z"),
                Instant.parse("2038-01-18T23:59:59.999Z"))) {
            fixture.send(List.of(
                    Message.of("Order", time.toString(), "").withNotBefore(time),
                    Message.of("Order", time + "key", "").withNotBefore(time).withDeduplicationKey(time.toString()),
                    Message.of("Order", time + "none", "")));
            assertThat(times(time.toString())).containsExactly(time.toString());
            assertThat(times(time + "key")).containsExactly(time.toString());
            assertThat(times(time + "none")).containsExactly("none");
        }
    }

    private List<String> times(String entityId) throws Exception {
        return fixture.outbox().admin().list(EventFilter.of(EventStatus.PENDING).withEntityId(entityId)).stream()
                .map(event -> event.nextAttempt().map(Instant::toString).orElse("none"))
                .toList();
    }

    @Test
    void aTimeThatSomeDatabaseCannotStoreIsRefused() {
        Message message = Message.of("Order", "1", "");
        for (Instant time : List.of(
                Instant.EPOCH,
                Instant.parse("2038-01-19T03:14:08Z"),
                Instant.MAX,
                Instant.now().minus(Duration.ofDays(40_000)))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> message.withNotBefore(time))
                    .withMessageContaining("must be from");
        }
    }
}
