package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.Handling;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is promised of several processors that share the work, in any database. */
abstract class SharingDuties {

    private static final int ENTITIES = 40;
    private static final int ROUNDS = 60;

    private Scene scene;

    abstract Database database();

    @BeforeEach
    void begin() throws Exception {
        scene = new Scene(database());
    }

    @AfterEach
    void end() {
        scene.close();
    }

    /** Events of all entities, numbered from 0 for each, while processors come and go. */
    private void load(Handling handling, long seed) throws Exception {
        Random random = new Random(seed);
        List<Processor> running = new ArrayList<>();
        ProcessorSettings how = Scene.QUICK.withBatchSize(7).withWorkers(3).withAttempts(100);
        for (int round = 0; round < ROUNDS; round++) {
            List<Message> messages = new ArrayList<>();
            for (int entity = 0; entity < ENTITIES; entity++) {
                messages.add(Message.of("Order", "order " + entity, Integer.toString(round)));
            }
            scene.send(messages);
            if (round % 6 == 0 && running.size() < 4) {
                running.add(scene.process("p" + round, how, handling));
            } else if (round % 15 == 14 && running.size() > 1) {
                running.remove(random.nextInt(running.size())).close();
            }
            long half = (long) round * ENTITIES / 2;
            Scene.until("half of it is done", () -> scene.pending() <= half + ENTITIES);
        }
        scene.untilDone();
    }

    @Test
    void insideEachEventHappensOnceAndInOrderWhileProcessorsComeAndGo() throws Exception {
        String effects = scene.table() + "_done";
        String next = scene.table() + "_next";
        scene.run("CREATE TABLE " + next + " (entity VARCHAR(100) PRIMARY KEY, expected INT NOT NULL)");
        scene.run("CREATE TABLE " + effects + " (entity VARCHAR(100), wrong VARCHAR(100))");
        for (int entity = 0; entity < ENTITIES; entity++) {
            scene.run("INSERT INTO " + next + " VALUES ('order " + entity + "', 0)");
        }
        AtomicInteger calls = new AtomicInteger();
        load(
                Handling.eachInside((connection, event) -> {
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
        assertThat(scene.ask("SELECT CONCAT(entity, ' ', wrong) FROM " + effects))
                .isEmpty();
        assertThat(scene.ask("SELECT entity FROM " + next + " WHERE expected = " + ROUNDS))
                .hasSize(ENTITIES);
    }

    @Test
    void outsideNoEventIsEverPassedByWhileProcessorsComeAndGo() throws Exception {
        Map<String, Integer> last = new ConcurrentHashMap<>();
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        Set<String> atOnce = ConcurrentHashMap.newKeySet();
        AtomicInteger calls = new AtomicInteger();
        load(
                Handling.each(event -> {
                    // One that takes longer than the grace may go on beside the next owner's.
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

    /** All events are one batch of the first, which takes its time until the second has begun. */
    @Test
    void aLongBatchLetsGoOfWhatMovesAndGoesOnWithTheRest() throws Exception {
        scene.close();
        scene = new Scene(
                database(), Scene.SETTINGS.withTable(Database.newTable()).withGrace(Duration.ofSeconds(30)));
        CountDownLatch secondBegan = new CountDownLatch(1);
        Map<Long, Integer> calls = new ConcurrentHashMap<>();
        AtomicInteger beside = new AtomicInteger();
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            messages.add(Message.of("Order", "order " + i % 150, Integer.toString(i)));
        }
        scene.send(messages);
        ProcessorSettings how = Scene.QUICK.withBatchSize(150).withWorkers(1);
        Processor first = scene.process("first", how, Handling.each(event -> {
            if (calls.merge(event.id(), 1, Integer::sum) == 1 && secondBegan.await(50, TimeUnit.MILLISECONDS)) {
                beside.incrementAndGet();
            }
        }));
        Scene.until("it is at work", () -> calls.size() > 2);
        Processor second = scene.process("second", how, Handling.each(event -> {
            calls.merge(event.id(), 1, Integer::sum);
            secondBegan.countDown();
        }));
        scene.untilDone();
        assertThat(beside).as("what the first went on with").hasPositiveValue();
        assertThat(first.stats().refused() + second.stats().refused()).isZero();
        assertThat(calls)
                .hasSize(600)
                .allSatisfy((id, times) -> assertThat(times).as("event %d", id).isOne());
    }

    @Test
    void fixedPiecesAreWorkedOnByWhoWasGivenThem() throws Exception {
        Queue<Event> low = new ConcurrentLinkedQueue<>();
        Queue<Event> high = new ConcurrentLinkedQueue<>();
        scene.process("low", Scene.QUICK.withPieces("0-127"), Handling.each(low::add));
        for (int i = 0; i < 100; i++) {
            scene.send("Order", Integer.toString(i), "");
        }
        Scene.until("the lower half is done", () -> low.size() + scene.pending() == 100 && !low.isEmpty());
        assertThat(scene.pending()).isPositive();
        scene.process("high", Scene.QUICK.withPieces("128-200,201-255"), Handling.each(high::add));
        scene.untilDone();
        assertThat(low.size() + high.size()).isEqualTo(100);
        assertThat(high).isNotEmpty();
    }

    @Test
    void nothingIsHandledWhileAJobRunsAlone() throws Exception {
        AtomicInteger handled = new AtomicInteger();
        Processor a = scene.process("a", Scene.QUICK, Handling.each(event -> handled.incrementAndGet()));
        scene.process("b", Scene.QUICK, Handling.each(event -> handled.incrementAndGet()));
        scene.send("Order", "before", "");
        Scene.until("it works", () -> handled.get() == 1);
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch sent = new CountDownLatch(1);
        CompletableFuture<Integer> job = a.runAlone(alone -> {
            int before = handled.get();
            began.countDown();
            sent.await();
            return handled.get() - before;
        });
        began.await();
        for (int i = 0; i < 20; i++) {
            scene.send("Order", Integer.toString(i), "");
        }
        sent.countDown();
        assertThat(job.get()).isZero();
        Scene.until("the others are handled after it", () -> handled.get() == 21);
    }

    @Test
    void tenantsWithTablesOfTheirOwnDoNotShareProcessors() throws Exception {
        Queue<String> mine = new ConcurrentLinkedQueue<>();
        Queue<String> theirs = new ConcurrentLinkedQueue<>();
        try (Scene other = new Scene(database())) {
            scene.process(
                    "a",
                    Scene.QUICK,
                    Handling.each(event -> mine.add(event.payload().text())));
            other.process(
                    "a",
                    Scene.QUICK,
                    Handling.each(event -> theirs.add(event.payload().text())));
            for (int i = 0; i < 30; i++) {
                scene.send("Order", Integer.toString(i), "mine");
                other.send("Order", Integer.toString(i), "theirs");
            }
            scene.untilDone();
            other.untilDone();
        }
        assertThat(mine).hasSize(30).containsOnly("mine");
        assertThat(theirs).hasSize(30).containsOnly("theirs");
    }
}
