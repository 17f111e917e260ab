package dev.divvy.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.net.FaultyProxy;
import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.process.TestProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The relay, with a real broker. */
class KafkaRelayTest {

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final ProcessorSettings QUICK = ProcessorSettings.defaults()
            .withPollingInterval(Duration.ofMillis(50))
            .withRetryDelay(Duration.ofMillis(100), Duration.ofSeconds(1))
            .withAttempts(3);

    @TempDir
    private static Path folder;

    private static KafkaBroker broker;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private Outbox outbox;
    private String topic;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new KafkaBroker(folder);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void begin() throws Exception {
        topic = "topic-" + NAMES.incrementAndGet();
        JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:" + topic + ";DB_CLOSE_DELAY=-1", "sa", "");
        outbox = Outbox.on(
                        pool,
                        OutboxSettings.defaults()
                                .withPulse(Duration.ofMillis(100), Duration.ofSeconds(20))
                                .neverForgets())
                .createIfMissing();
        opened.add(outbox);
    }

    @AfterEach
    void end() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private <T extends AutoCloseable> T closedLater(T resource) {
        opened.add(resource);
        return resource;
    }

    private Processor relay(String id, KafkaRelay relay) {
        closedLater(relay);
        return closedLater(outbox.process(id, QUICK, relay.handling()));
    }

    private static Map<String, Object> impatient() {
        return Map.of(
                "bootstrap.servers",
                broker.servers(),
                "delivery.timeout.ms",
                2_000,
                "request.timeout.ms",
                1_000,
                "max.block.ms",
                1_000);
    }

    private void send(List<Message> messages) throws Exception {
        outbox.inTransaction(connection -> outbox.send(connection, messages));
    }

    private void untilDone() throws Exception {
        Await.until("nothing is pending", LIMIT, () -> outbox.admin().backlog().pending() == 0);
    }

    /** Returns the numbers of the records of each key, in their order. */
    private static Map<String, List<Integer>> byKey(List<ConsumerRecord<String, String>> records) {
        return records.stream()
                .collect(Collectors.groupingBy(
                        ConsumerRecord::key,
                        LinkedHashMap::new,
                        Collectors.mapping(each -> Integer.parseInt(each.value()), Collectors.toList())));
    }

    private static String header(ConsumerRecord<?, ?> each, String name) {
        var header = each.headers().lastHeader(name);
        return header == null ? "none" : new String(header.value(), UTF_8);
    }

    @Test
    void aRecordHasWhatItsEventHas() throws Exception {
        broker.createTopic(topic, 3);
        relay("a", KafkaRelay.to(broker.servers(), topic));
        send(List.of(
                Message.of("Order", "Zürich", "{\"paid\": 1}")
                        .withType("OrderPaid")
                        .withHeader("traceparent", "00-1-2-03")
                        .withHeader("event-id", "not from outside"),
                Message.of("Order", "2")));
        untilDone();
        List<ConsumerRecord<String, String>> records = broker.records(topic);
        assertThat(records).hasSize(2);
        ConsumerRecord<String, String> paid = records.stream()
                .filter(each -> each.key().equals("Zürich"))
                .findFirst()
                .orElseThrow();
        assertThat(paid.value()).isEqualTo("{\"paid\": 1}");
        assertThat(header(paid, "event-type")).isEqualTo("OrderPaid");
        assertThat(header(paid, "entity-name")).isEqualTo("Order");
        assertThat(header(paid, "traceparent")).isEqualTo("00-1-2-03");
        assertThat(header(paid, "event-id")).isEqualTo("1");
        assertThat(paid.headers().headers("event-id")).hasSize(1);
        assertThat(System.currentTimeMillis() - paid.timestamp()).isBetween(-1_000L, LIMIT.toMillis());
        ConsumerRecord<String, String> empty = records.stream()
                .filter(each -> each.key().equals("2"))
                .findFirst()
                .orElseThrow();
        assertThat(empty.value()).isNull();
        assertThat(header(empty, "event-type")).isEqualTo("none");
    }

    @Test
    void theRecordsOfAKeyAreInOrderWhileProcessorsComeAndGo() throws Exception {
        broker.createTopic(topic, 4);
        relay("a", KafkaRelay.to(broker.servers(), topic));
        int entities = 50;
        AtomicInteger sent = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            sendAll(entities, sent.getAndIncrement());
            try (KafkaRelay other = KafkaRelay.to(broker.servers(), topic);
                    Processor second = outbox.process("b", QUICK, other.handling())) {
                Await.until("the second relays too", () -> {
                    sendAll(entities, sent.getAndIncrement());
                    return second.stats().completed() > 0;
                });
            }
        }
        untilDone();
        Map<String, List<Integer>> byKey = byKey(broker.records(topic));
        assertThat(byKey).hasSize(entities);
        List<Integer> expected = IntStream.range(0, sent.get()).boxed().toList();
        assertThat(byKey.values()).allSatisfy(numbers -> assertThat(numbers).isEqualTo(expected));
    }

    @Test
    void nothingIsLostCountedOrOutOfOrderWhileTheBrokerIsDown() throws Exception {
        outage(Duration.ofSeconds(10), broker::kill, broker::startAgain);
    }

    @Test
    void nothingIsLostCountedOrOutOfOrderWhileTheBrokerIsPaused() throws Exception {
        outage(Duration.ofSeconds(5), broker::pause, broker::resume);
    }

    @Test
    @Tag("long")
    void nothingIsLostCountedOrOutOfOrderWhileTheBrokerIsDownForAMinute() throws Exception {
        outage(Duration.ofMinutes(1), broker::kill, broker::startAgain);
    }

    private void outage(Duration length, Runnable begin, Runnable end) throws Exception {
        broker.createTopic(topic, 4);
        Processor processor = relay("a", KafkaRelay.of(impatient(), event -> topic));
        int entities = 40;
        int sent = 0;
        for (; sent < 20; sent++) {
            sendAll(entities, sent);
        }
        begin.run();
        long began = System.nanoTime();
        for (; sent < 40 || System.nanoTime() - began < length.toNanos(); sent++) {
            sendAll(entities, sent);
            Thread.sleep(200); // the load of the outage
        }
        assertThat(outbox.admin().backlog().pending()).isGreaterThanOrEqualTo(20L * entities);
        end.run();
        for (int after = sent + 5; sent < after; sent++) {
            sendAll(entities, sent);
        }
        untilDone();
        assertThat(processor.stats().failed()).isZero();
        assertThat(outbox.admin().backlog().aborted()).isZero();
        List<Integer> expected = IntStream.range(0, sent).boxed().toList();
        Map<String, List<Integer>> byKey = byKey(broker.records(topic));
        assertThat(byKey).hasSize(entities);
        // A record whose acknowledgement was lost is sent again; its first copy is in order.
        assertThat(byKey.values())
                .allSatisfy(numbers -> assertThat(firsts(numbers)).isEqualTo(expected));
    }

    private void sendAll(int entities, int number) throws Exception {
        send(IntStream.range(0, entities)
                .mapToObj(entity -> Message.of("Order", Integer.toString(entity), Integer.toString(number)))
                .toList());
    }

    private static List<Integer> firsts(List<Integer> numbers) {
        Set<Integer> seen = new HashSet<>();
        return numbers.stream().filter(seen::add).toList();
    }

    @Test
    void eventsOfATopicThatDoesNotExistWaitAndTheOthersGoOn() throws Exception {
        broker.createTopic(topic + "-Order", 1);
        Function<Event, String> topics = KafkaRelay.topicTemplate(topic + "-{name}");
        Processor processor = relay("a", KafkaRelay.of(impatient(), topics));
        send(List.of(
                Message.of("Person", "1", "1"),
                Message.of("Person", "1", "2"),
                Message.of("Order", "1", "1"),
                Message.of("Order", "2", "2")));
        Await.until("the others are done", LIMIT, () -> outbox.admin().backlog().pending() == 2);
        send(IntStream.range(3, 50)
                .mapToObj(i -> Message.of("Order", Integer.toString(i), Integer.toString(i)))
                .toList());
        Await.until("they go on", LIMIT, () -> outbox.admin().backlog().pending() == 2);
        broker.createTopic(topic + "-Person", 1);
        untilDone();
        assertThat(broker.records(topic + "-Person"))
                .extracting(ConsumerRecord::value)
                .containsExactly("1", "2");
        assertThat(processor.stats().failed()).isZero();
    }

    @Test
    void aRecordThatKafkaRefusesIsAFailureOfItsEvent() throws Exception {
        broker.createTopic(topic, 1);
        relay("a", KafkaRelay.to(broker.servers(), topic));
        send(List.of(
                Message.of("Order", "1", new byte[200_000]),
                Message.of("Order", "1", "1"),
                Message.of("Order", "2", "2")));
        untilDone();
        assertThat(outbox.admin().aborted(10)).singleElement().satisfies(aborted -> {
            assertThat(aborted.attempts()).isEqualTo(3);
            assertThat(aborted.error()).contains("RecordTooLargeException");
        });
        assertThat(broker.records(topic)).extracting(ConsumerRecord::value).containsExactlyInAnyOrder("1", "2");
    }

    /** The topic of the test for every event; knows whether an event was tried again. */
    private final class Calls implements Function<Event, String> {

        private final Set<Long> tried = ConcurrentHashMap.newKeySet();
        private final AtomicBoolean again = new AtomicBoolean();

        @Override
        public String apply(Event event) {
            if (!tried.add(event.id())) {
                again.set(true);
            }
            return topic;
        }
    }

    @Test
    void aRelayThatStartsBeforeItsBrokerAnswersCountsNothingAndLosesNothing() throws Exception {
        broker.createTopic(topic, 4);
        int entities = 200;
        sendAll(entities, 0);
        sendAll(entities, 1);
        int port = Ports.free();
        Map<String, Object> settings = new HashMap<>(impatient());
        settings.put("bootstrap.servers", "127.0.0.1:" + port);
        // Each of the first calls waits for it.
        settings.put("max.block.ms", 20);
        Calls calls = new Calls();
        Processor processor = relay("a", KafkaRelay.of(settings, calls));
        Await.until("an event is tried again", LIMIT, calls.again::get);
        assertThat(processor.stats().failed()).isZero();
        assertThat(outbox.admin().backlog().pending()).isEqualTo(2L * entities);
        closedLater(FaultyProxy.at(port, broker.servers()));
        untilDone();
        assertThat(processor.stats().failed()).isZero();
        assertThat(outbox.admin().backlog().aborted()).isZero();
        Map<String, List<Integer>> byKey = byKey(broker.records(topic));
        assertThat(byKey).hasSize(entities);
        assertThat(byKey.values())
                .allSatisfy(numbers -> assertThat(firsts(numbers)).containsExactly(0, 1));
    }

    @Test
    void aRelayWhoseUserIsCreatedLaterCountsNothingAndGoesOn() throws Exception {
        broker.createTopic(topic, 1);
        Map<String, Object> settings = new HashMap<>(impatient());
        settings.put("bootstrap.servers", broker.securedServers());
        settings.put("security.protocol", "SASL_PLAINTEXT");
        settings.put("sasl.mechanism", "SCRAM-SHA-256");
        settings.put(
                "sasl.jaas.config",
                ScramLoginModule.class.getName() + " required username=\"" + topic + "\" password=\"secret\";");
        Calls calls = new Calls();
        Processor processor = relay("a", KafkaRelay.of(settings, calls));
        sendAll(1, 0);
        sendAll(1, 1);
        Await.until("an event is tried again", LIMIT, calls.again::get);
        broker.createUser(topic, "secret");
        untilDone();
        assertThat(processor.stats().failed()).isZero();
        assertThat(broker.records(topic)).extracting(ConsumerRecord::value).containsExactly("0", "1");
    }

    @Test
    void theCommandRelaysToATopicPerNameOfAnEntity(@TempDir Path files) throws Exception {
        String jar = System.getProperty("divvy.jar", "none");
        assumeTrue(Files.exists(Path.of(jar)), "the command is not built: ./divvy test builds it");
        String url = "jdbc:h2:file:" + files.resolve("db") + ";AUTO_SERVER=TRUE";
        broker.createTopic(topic + "-Order", 2);
        broker.createTopic(topic + "-Person", 1);
        JdbcConnectionPool pool = JdbcConnectionPool.create(url, "sa", "");
        closedLater(pool::dispose);
        Outbox other = closedLater(Outbox.on(pool).createIfMissing());
        other.inTransaction(connection -> other.send(
                connection,
                List.of(
                        Message.of("Order", "1", "1").withType("OrderPaid"),
                        Message.of("Order", "1", "2"),
                        Message.of("Person", "1", "3"))));
        Path config = Files.writeString(files.resolve("kafka.properties"), "compression.type = gzip\n");
        TestProcess command = closedLater(TestProcess.start(
                "outbox run",
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        jar,
                        "outbox",
                        "run",
                        "--jdbc",
                        url,
                        "--jdbc-user",
                        "sa",
                        "--to",
                        "kafka://" + broker.servers() + "/" + topic + "-{name}",
                        "--kafka-config",
                        config.toString(),
                        "--until-empty",
                        "--fresh"),
                Map.of()));
        command.awaitEnd();
        assertThat(command.exitCode()).as(command.tail()).isZero();
        assertThat(command.tail()).contains("relayed 3 events; 0 attempts failed, 0 events aborted");
        assertThat(broker.records(topic + "-Order"))
                .extracting(record -> record.key() + " " + record.value() + " " + header(record, "event-type"))
                .containsExactly("1 1 OrderPaid", "1 2 none");
        assertThat(broker.records(topic + "-Person"))
                .extracting(ConsumerRecord::value)
                .containsExactly("3");
    }
}
