package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.ProcessorSettings;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Promises about several processors that share the work, in any database. */
abstract class SharingContract {

    private static final int ENTITIES = 40;
    private static final int ROUNDS = 60;

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

    /** Sends events of all entities, numbered from 0 per entity, while processors come and go. */
    private void load(HandlingMode handling, long seed) throws Exception {
        Random random = new Random(seed);
        List<Processor> running = new ArrayList<>();
        ProcessorSettings settings =
                OutboxFixture.QUICK.withBatchSize(7).withWorkers(3).withAttempts(100);
        for (int round = 0; round < ROUNDS; round++) {
            List<Message> messages = new ArrayList<>();
            for (int entity = 0; entity < ENTITIES; entity++) {
                messages.add(Message.of("Order", "order " + entity, Integer.toString(round)));
            }
            fixture.send(messages);
            if (round % 6 == 0 && running.size() < 4) {
                running.add(fixture.process("p" + round, settings, handling));
            } else if (round % 15 == 14 && running.size() > 1) {
                running.remove(random.nextInt(running.size())).close();
            }
            long half = (long) round * ENTITIES / 2;
            OutboxFixture.until("half of it is done", () -> fixture.pending() <= half + ENTITIES);
        }
        fixture.untilDone();
    }

    @Test
    void insideEachEventHappensOnceAndInOrderWhileProcessorsComeAndGo() throws Exception {
        String effects = fixture.table() + "_done";
        String next = fixture.table() + "_next";
        fixture.run("CREATE TABLE " + next + " (entity VARCHAR(100) PRIMARY KEY, expected INT NOT NULL)");
        fixture.run("CREATE TABLE " + effects + " (entity VARCHAR(100), wrong VARCHAR(100))");
        for (int entity = 0; entity < ENTITIES; entity++) {
            fixture.run("INSERT INTO " + next + " VALUES ('order " + entity + "', 0)");
        }
        AtomicInteger calls = new AtomicInteger();
        load(
                HandlingMode.eachInside((connection, event) -> {
                    if (calls.incrementAndGet() % 97 == 0) {
                        throw new IllegalStateException("now and then");
                    }
                    try (PreparedStatement update = connection.prepareStatement(
                            "UPDATE " + next + " SET expected = expected + 1 WHERE entity = ? AND expected = ?")) {
                        update.setString(1, event.entityId());
                        update.setInt(2, Integer.parseInt(event.payload().text()));
                        if (update.executeUpdate() != 1) {
                            try (PreparedStatement insert =
                                    connection.prepareStatement("INSERT INTO " + effects + " VALUES (?, ?)")) {
                                insert.setString(1, event.entityId());
                                insert.setString(2, event.payload().text());
                                insert.executeUpdate();
                            }
                        }
                    }
                }),
                1);
        assertThat(fixture.query("SELECT CONCAT(entity, ' ', wrong) FROM " + effects))
                .isEmpty();
        assertThat(fixture.query("SELECT entity FROM " + next + " WHERE expected = " + ROUNDS))
                .hasSize(ENTITIES);
    }

    @Test
    void outsideNoEventIsEverSkippedWhileProcessorsComeAndGo() throws Exception {
        Map<String, Integer> last = new ConcurrentHashMap<>();
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        Set<String> atOnce = ConcurrentHashMap.newKeySet();
        AtomicInteger calls = new AtomicInteger();
        load(
                HandlingMode.each(event -> {
                    // A call that takes longer than the grace time may run beside the next owner's.
                    String once = event.id() + " " + event.fence();
                    if (!atOnce.add(once)) {
                        wrong.add("twice at once: " + event);
                    }
                    try {
                        int number = Integer.parseInt(event.payload().text());
                        int before = last.getOrDefault(event.entityId(), -1);
                        if (number > before + 1) {
                            wrong.add(event + " is number " + number + " after " + before);
                        }
                        if (calls.incrementAndGet() % 97 == 0) {
                            throw new IllegalStateException("now and then");
                        }
                        last.merge(event.entityId(), number, Math::max);
                    } finally {
                        atOnce.remove(once);
                    }
                }),
                2);
        assertThat(wrong).isEmpty();
        assertThat(last)
                .hasSize(ENTITIES)
                .allSatisfy((entity, number) -> assertThat(number).isEqualTo(ROUNDS - 1));
    }

    /** All events are one batch of the first processor, which handles them slowly until the second has started. */
    @Test
    void aLongBatchLetsGoOfWhatMovesAndGoesOnWithTheRest() throws Exception {
        fixture.close();
        fixture = new OutboxFixture(
                database(),
                OutboxFixture.SETTINGS.withTable(Database.newTable()).withGrace(Duration.ofSeconds(30)));
        CountDownLatch secondBegan = new CountDownLatch(1);
        Map<Long, Integer> calls = new ConcurrentHashMap<>();
        AtomicInteger beside = new AtomicInteger();
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            messages.add(Message.of("Order", "order " + i % 150, Integer.toString(i)));
        }
        fixture.send(messages);
        ProcessorSettings settings = OutboxFixture.QUICK.withBatchSize(150).withWorkers(1);
        Processor first = fixture.process("first", settings, HandlingMode.each(event -> {
            if (calls.merge(event.id(), 1, Integer::sum) == 1 && secondBegan.await(50, TimeUnit.MILLISECONDS)) {
                beside.incrementAndGet();
            }
        }));
        OutboxFixture.until("it is at work", () -> calls.size() > 2);
        Processor second = fixture.process("second", settings, HandlingMode.each(event -> {
            calls.merge(event.id(), 1, Integer::sum);
            secondBegan.countDown();
        }));
        fixture.untilDone();
        assertThat(beside).as("events that the first handled meanwhile").hasPositiveValue();
        assertThat(first.stats().refused() + second.stats().refused()).isZero();
        assertThat(calls)
                .hasSize(600)
                .allSatisfy((id, times) -> assertThat(times).as("event %d", id).isOne());
    }

    @Test
    void processorsWithoutAnIdShareTheWorkUnderDifferentIds() throws Exception {
        AtomicInteger handled = new AtomicInteger();
        HandlingMode counting = HandlingMode.each(event -> handled.incrementAndGet());
        Processor first = fixture.process(OutboxFixture.QUICK, counting);
        Processor second = fixture.process(OutboxFixture.QUICK, counting);
        String id = first.membership().id();
        assertThat(second.membership().id()).isEqualTo(id + "-2");
        awaitShare(first);
        awaitShare(second);
        for (int i = 0; i < 100; i++) {
            fixture.send("Order", Integer.toString(i), "");
        }
        fixture.untilDone();
        assertThat(handled).hasValue(100);
        first.close();
        Processor third = fixture.process(OutboxFixture.QUICK, counting);
        first.close();
        assertThat(third.membership().id()).as("the id of the closed one").isEqualTo(id);
        assertThat(fixture.process(OutboxFixture.QUICK, counting).membership().id())
                .as("an id that is in use")
                .isEqualTo(id + "-3");
        awaitShare(third);
    }

    private static void awaitShare(Processor processor) {
        OutboxFixture.until(
                processor.membership().id() + " has a share",
                () -> !processor.membership().portion().isEmpty());
    }

    @Test
    void fixedPiecesAreHandledByTheProcessorsThatWereGivenThem() throws Exception {
        Queue<Event> low = new ConcurrentLinkedQueue<>();
        Queue<Event> high = new ConcurrentLinkedQueue<>();
        fixture.process("low", OutboxFixture.QUICK.withPieces("0-127"), HandlingMode.each(low::add));
        for (int i = 0; i < 100; i++) {
            fixture.send("Order", Integer.toString(i), "");
        }
        OutboxFixture.until("the lower half is done", () -> low.size() + fixture.pending() == 100 && !low.isEmpty());
        assertThat(fixture.pending()).isPositive();
        fixture.process("high", OutboxFixture.QUICK.withPieces("128-200,201-255"), HandlingMode.each(high::add));
        fixture.untilDone();
        assertThat(low.size() + high.size()).isEqualTo(100);
        assertThat(high).isNotEmpty();
    }

    @Test
    void nothingIsHandledWhileAJobRunsAlone() throws Exception {
        AtomicInteger handled = new AtomicInteger();
        Processor a = fixture.process("a", OutboxFixture.QUICK, HandlingMode.each(event -> handled.incrementAndGet()));
        fixture.process("b", OutboxFixture.QUICK, HandlingMode.each(event -> handled.incrementAndGet()));
        fixture.send("Order", "before", "");
        OutboxFixture.until("it works", () -> handled.get() == 1);
        assertThat(fixture.handledWhileAlone(a, handled)).isZero();
        OutboxFixture.until("the others are handled after it", () -> handled.get() == 21);
    }

    @Test
    void tenantsWithTablesOfTheirOwnDoNotShareProcessors() throws Exception {
        Queue<String> firstTenant = new ConcurrentLinkedQueue<>();
        Queue<String> secondTenant = new ConcurrentLinkedQueue<>();
        try (OutboxFixture other = new OutboxFixture(database())) {
            fixture.process(
                    "a",
                    OutboxFixture.QUICK,
                    HandlingMode.each(event -> firstTenant.add(event.payload().text())));
            other.process(
                    "a",
                    OutboxFixture.QUICK,
                    HandlingMode.each(event -> secondTenant.add(event.payload().text())));
            for (int i = 0; i < 30; i++) {
                fixture.send("Order", Integer.toString(i), "first");
                other.send("Order", Integer.toString(i), "second");
            }
            fixture.untilDone();
            other.untilDone();
        }
        assertThat(firstTenant).hasSize(30).containsOnly("first");
        assertThat(secondTenant).hasSize(30).containsOnly("second");
    }
}
