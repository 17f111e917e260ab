package dev.divvy.cli.outbox.relay;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.FileErrorText;
import dev.divvy.kafka.KafkaRelay;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A topic of Kafka, or one for each name of an entity. */
final class KafkaTarget implements RelayTarget {

    static final String SCHEME = "kafka://";

    private static final String SERVERS = "bootstrap.servers";
    private static final Pattern ADDRESS = Pattern.compile("(?i)kafka://([^/@?#]+)/([^/?#]+)");
    private static final int DEFAULT_PORT = 9092;

    private final KafkaRelay relay;

    /** @param config a file with settings of Kafka's producer */
    KafkaTarget(String address, Optional<Path> config) {
        Matcher parts = ADDRESS.matcher(address);
        if (!parts.matches()) {
            throw Failure.wrongUsage(
                    "'" + address
                            + "' is not an address of Kafka; write kafka://host:port/topic, or kafka://host1:port,host2:port/topic");
        }
        Map<String, Object> settings = config.map(KafkaTarget::read).orElseGet(HashMap::new);
        settings.put(SERVERS, withPorts(parts.group(1)));
        Function<Event, String> topics = Failure.ifRefused(() -> KafkaRelay.topicTemplate(parts.group(2)));
        this.relay = Failure.ifRefused(() -> KafkaRelay.of(settings, topics));
    }

    private static String withPorts(String servers) {
        return Pattern.compile(",")
                .splitAsStream(servers)
                .map(server -> server.matches(".*:[0-9]+") ? server : server + ":" + DEFAULT_PORT)
                .reduce((one, other) -> one + "," + other)
                .orElseThrow();
    }

    private static Map<String, Object> read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException e) {
            throw Failure.failed("cannot read " + file + ": " + FileErrorText.of(e));
        } catch (IllegalArgumentException e) {
            throw Failure.failed("cannot read " + file + ": " + e.getMessage());
        }
        Map<String, Object> settings = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        return settings;
    }

    @Override
    public HandlingMode handling() {
        return relay.handling();
    }

    @Override
    public void close() {
        relay.close();
    }
}
