package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.AbortEventException;
import dev.divvy.outbox.event.AbortedEvent;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.EventFilter;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.RetryLaterException;
import dev.divvy.outbox.event.TargetUnavailableException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a handler can say by the exception that it throws. */
class HandlerExceptionsTest {

    private static final int EVENTS = 100;
    private static final int ENTITIES = 20;
    private static final ProcessorSettings ONE_ATTEMPT = OutboxFixture.QUICK.withAttempts(1);

    private final Queue<Event> handled = new ConcurrentLinkedQueue<>();
    private OutboxFixture fixture;

    @BeforeEach
    void begin() throws Exception {
        fixture = new OutboxFixture(Database.of(DatabaseKind.H2));
    }

    @AfterEach
    void end() {
        fixture.close();
    }

    private void sendAll() throws Exception {
        fixture.send(IntStream.range(0, EVENTS)
                .mapToObj(i -> Message.of("Order", Integer.toString(i % ENTITIES), Integer.toString(i)))
                .toList());
    }

    private static HandlingMode batch(HandlingMode.EventHandler each) {
        return HandlingMode.batch(events -> {
            for (Event event : events) {
                each.handle(event);
            }
        });
    }

    private static List<HandlingMode> modes(HandlingMode.EventHandler each) {
        return List.of(
                HandlingMode.each(each),
                batch(each),
                HandlingMode.eachInside((connection, event) -> each.handle(event)),
                HandlingMode.batchInside((connection, events) -> {
                    for (Event event : events) {
                        each.handle(event);
                    }
                }));
    }

    @Test
    void anUnavailableTargetIsNoFailureOfAnEvent() throws Exception {
        AtomicBoolean down = new AtomicBoolean();
        AtomicInteger calls = new AtomicInteger();
        for (HandlingMode handling : modes(event -> {
            if (down.get()) {
                calls.incrementAndGet();
                throw new TargetUnavailableException("the broker is down");
            }
            handled.add(event);
        })) {
            down.set(true);
            calls.set(0);
            handled.clear();
            sendAll();
            try (Processor processor = fixture.outbox().process("a", ONE_ATTEMPT.withWorkers(3), handling)) {
                OutboxFixture.until("it was tried some times", () -> calls.get() > 10);
                assertThat(fixture.pending()).isEqualTo(EVENTS);
                down.set(false);
                fixture.untilDone();
                assertThat(processor.stats().failed()).isZero();
            }
            assertThat(handled)
                    .hasSize(EVENTS)
                    .allSatisfy(event -> assertThat(event.attempt()).isEqualTo(1));
            for (int entity = 0; entity < ENTITIES; entity++) {
                String id = Integer.toString(entity);
                assertThat(handled.stream()
                                .filter(event -> event.entityId().equals(id))
                                .map(Event::id))
                        .isSorted();
            }
        }
    }

    @Test
    void anEventThatIsToBeHandledLaterHasNotFailed() throws Exception {
        AtomicInteger postponed = new AtomicInteger();
        for (HandlingMode handling : modes(event -> {
            if (event.payload().text().equals("7") && postponed.incrementAndGet() <= 5) {
                throw new RetryLaterException(Duration.ofMillis(20), "the shop opens later");
            }
            handled.add(event);
        })) {
            postponed.set(0);
            handled.clear();
            sendAll();
            try (Processor processor = fixture.outbox().process("a", ONE_ATTEMPT, handling)) {
                fixture.untilDone();
                assertThat(processor.stats().failed()).isZero();
            }
            assertThat(handled.stream()
                            .filter(event -> event.entityId().equals("7"))
                            .map(event -> event.payload().text())
                            .distinct())
                    .containsExactly("7", "27", "47", "67", "87");
            assertThat(postponed).hasValue(6);
        }
    }

    @Test
    void theReasonForALaterRetryIsInTheTable() throws Exception {
        fixture.process("a", ONE_ATTEMPT, HandlingMode.each(event -> {
            throw new RetryLaterException(Duration.ofHours(1), "the shop opens later");
        }));
        fixture.send("Order", "1", "");
        OutboxFixture.until(
                "it waits",
                () -> fixture.query("SELECT last_error FROM " + fixture.table())
                        .equals(List.of("the shop opens later")));
        assertThat(fixture.query("SELECT attempts FROM " + fixture.table())).containsExactly("0");
    }

    @Test
    void anEventThatCanNeverBeHandledIsAbortedAtOnce() throws Exception {
        for (HandlingMode handling : modes(event -> {
            if (event.payload().text().equals("7")) {
                throw new AbortEventException("no such product");
            }
        })) {
            sendAll();
            try (Processor processor =
                    fixture.outbox().process("a", OutboxFixture.QUICK.withAttempts(1000), handling)) {
                fixture.untilDone();
                assertThat(processor.stats().aborted()).isEqualTo(1);
            }
            List<AbortedEvent> aborted = fixture.outbox().admin().aborted(10);
            assertThat(aborted).hasSize(1);
            assertThat(aborted.get(0).payload().text()).isEqualTo("7");
            assertThat(aborted.get(0).attempts()).isEqualTo(1);
            assertThat(aborted.get(0).error()).isEqualTo("no such product");
            fixture.outbox().admin().discard(EventFilter.givenUp());
        }
    }

    private List<String> statusOf(Event event) {
        try {
            return fixture.query("SELECT status FROM " + fixture.table() + " WHERE id = " + event.id());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theListenerLearnsOfEachAbortAfterItsCommit() throws Exception {
        for (HandlingMode handling : modes(event -> {
            if (event.payload().text().startsWith("7")) {
                throw new IllegalStateException("bad " + event.payload().text());
            }
        })) {
            Queue<String> told = new ConcurrentLinkedQueue<>();
            ProcessorSettings settings = ONE_ATTEMPT.withAbortListener((event, error) -> {
                told.add(event.payload().text() + " " + statusOf(event) + " " + error.getMessage());
                throw new IllegalStateException("a listener that fails");
            });
            sendAll();
            try (Processor processor = fixture.outbox().process("a", settings, handling)) {
                fixture.untilDone();
                OutboxFixture.until("all were told", () -> told.size() == 11);
                assertThat(processor.stats().completed()).isEqualTo(EVENTS - 11);
            }
            assertThat(told).doesNotHaveDuplicates().contains("7 [ABORTED] bad 7", "79 [ABORTED] bad 79");
            fixture.outbox().admin().discard(EventFilter.givenUp());
        }
    }
}
