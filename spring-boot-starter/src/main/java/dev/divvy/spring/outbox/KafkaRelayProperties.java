package dev.divvy.spring.outbox;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the relay to Kafka.
 *
 * @param topic the topic of all events; {name} in it stands for the entity's name, {type} for the event's type
 * @param servers the addresses of brokers; default: spring.kafka.bootstrap-servers
 * @param properties other settings of Kafka's producer, such as security.protocol
 */
@ConfigurationProperties("divvy.outbox.kafka")
public record KafkaRelayProperties(
        @Nullable String topic,
        @DefaultValue List<String> servers,
        @DefaultValue Map<String, String> properties) {

    private static final String SERVERS = "bootstrap.servers";

    /**
     * Returns the settings of the producer.
     *
     * @param shared the addresses that the application has for Kafka anyway
     */
    Map<String, Object> producer(List<String> shared) {
        Map<String, Object> producer = new HashMap<>(properties);
        List<String> addresses = servers.isEmpty() ? shared : servers;
        if (!servers.isEmpty() || !producer.containsKey(SERVERS)) {
            producer.put(SERVERS, String.join(",", addresses));
        }
        if ("".equals(producer.get(SERVERS))) {
            throw new IllegalStateException(
                    "divvy.outbox.kafka.topic is set, and no address of Kafka: set divvy.outbox.kafka.servers or"
                            + " spring.kafka.bootstrap-servers");
        }
        return producer;
    }
}
