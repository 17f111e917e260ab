package dev.divvy.kafka;

import dev.divvy.testservers.Await;
import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.process.JavaProcess;
import dev.divvy.testservers.process.TestProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.apache.kafka.common.serialization.StringDeserializer;

/** A real broker in a process of its own, which keeps its data when it is killed and started again. */
final class KafkaBroker implements AutoCloseable {

    private static final int HEAP_MEGABYTES = 256;
    private static final int ASK_MILLIS = 2_000;
    private static final int ITERATIONS = 4_096;
    private static final Duration POLL = Duration.ofMillis(200);

    private final Path settings;
    private final String servers;
    private final String securedServers;
    private TestProcess process;

    KafkaBroker(Path folder) throws IOException {
        int port = Ports.free();
        int controller = Ports.free();
        int secured = Ports.free();
        this.servers = "127.0.0.1:" + port;
        this.securedServers = "127.0.0.1:" + secured;
        this.settings = folder.resolve("server.properties");
        Files.writeString(settings, """
                process.roles=broker,controller
                node.id=1
                controller.quorum.voters=1@127.0.0.1:%2$d
                listeners=BROKER://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d,SECURED://127.0.0.1:%4$d
                advertised.listeners=BROKER://127.0.0.1:%1$d,SECURED://127.0.0.1:%4$d
                listener.security.protocol.map=BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURED:SASL_PLAINTEXT
                sasl.enabled.mechanisms=SCRAM-SHA-256
                listener.name.secured.scram-sha-256.sasl.jaas.config=%5$s required;
                inter.broker.listener.name=BROKER
                controller.listener.names=CONTROLLER
                log.dirs=%3$s
                num.partitions=4
                auto.create.topics.enable=false
                offsets.topic.replication.factor=1
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                num.network.threads=2
                num.io.threads=2
                log.cleaner.enable=false
                message.max.bytes=100000
                """.formatted(
                        port, controller, folder.resolve("data"), secured, ScramLoginModule.class.getName()));
        TestProcess format = JavaProcess.of(
                        "kafka.tools.StorageTool",
                        List.of("format", "-t", "wT9oDCEJQ5WQoKfNeqJmxQ", "-c", settings.toString()))
                .start("kafka-format");
        format.awaitEnd();
        if (format.exitCode() != 0) {
            throw new IllegalStateException("the broker's storage could not be formatted: " + format.tail());
        }
        process = launch();
    }

    private TestProcess launch() {
        TestProcess started = JavaProcess.of("kafka.Kafka", List.of(settings.toString()))
                .withHeap(HEAP_MEGABYTES)
                .start("kafka");
        Await.until("the broker answers", () -> {
            if (started.ended()) {
                throw new IllegalStateException("the broker ended: " + started.tail());
            }
            return answers();
        });
        return started;
    }

    private boolean answers() {
        try (Admin admin = admin()) {
            return !admin.describeCluster()
                    .nodes()
                    .get(ASK_MILLIS, TimeUnit.MILLISECONDS)
                    .isEmpty();
        } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", servers, "default.api.timeout.ms", 30_000));
    }

    String servers() {
        return servers;
    }

    /** Returns the address at which a user and a password are needed. */
    String securedServers() {
        return securedServers;
    }

    void createUser(String name, String password) throws Exception {
        try (Admin admin = admin()) {
            admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(
                            name, new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_256, ITERATIONS), password)))
                    .all()
                    .get();
        }
    }

    void createTopic(String name, int partitions) throws Exception {
        try (Admin admin = admin()) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                    .all()
                    .get();
        }
    }

    /** Ends the broker's process at once. */
    void kill() {
        process.kill();
    }

    void startAgain() {
        process = launch();
    }

    void pause() {
        process.pause();
    }

    void resume() {
        process.resume();
    }

    /** Returns the records that a topic has now; those of one partition in their order. */
    List<ConsumerRecord<String, String>> records(String topic) {
        StringDeserializer text = new StringDeserializer();
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", servers);
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(properties, text, text)) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<String, String>> all = new ArrayList<>();
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
                consumer.poll(POLL).forEach(all::add);
            }
            return all;
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
