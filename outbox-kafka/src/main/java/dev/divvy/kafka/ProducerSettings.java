package dev.divvy.kafka;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The settings of the producer: those that were given, and those that an outbox needs. */
record ProducerSettings(Map<String, Object> values) {

    /** The settings that are needed for the order, and their only values. */
    private static final Map<String, Set<String>> FIXED = Map.of(
            ProducerConfig.ACKS_CONFIG, Set.of("all", "-1"),
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, Set.of("true"));

    private static final Map<String, Object> DEFAULTS = Map.of(
            ProducerConfig.CLIENT_ID_CONFIG, "divvy-outbox",
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 8_000,
            ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 4_000,
            ProducerConfig.MAX_BLOCK_MS_CONFIG, 3_000,
            ProducerConfig.LINGER_MS_CONFIG, 2);

    ProducerSettings {
        values = Map.copyOf(values);
    }

    static ProducerSettings of(Map<String, ?> given) {
        FIXED.forEach((name, allowed) -> {
            Object value = given.get(name);
            if (value != null && !allowed.contains(value.toString().toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        name + " = " + value + " would break the order of events; leave it out");
            }
        });
        if (given.containsKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG)) {
            throw new IllegalArgumentException(ProducerConfig.TRANSACTIONAL_ID_CONFIG
                    + " is not supported: events are sent without transactions of Kafka");
        }
        if (!given.containsKey(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG)) {
            throw new IllegalArgumentException(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG + " is missing");
        }
        Map<String, Object> values = new HashMap<>(DEFAULTS);
        values.putAll(given);
        values.put(ProducerConfig.ACKS_CONFIG, "all");
        values.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        return new ProducerSettings(values);
    }

    Map<String, Object> forProducer() {
        return values;
    }

    /** Returns what an administrative client needs of it: addresses and security. */
    Map<String, Object> forAdmin() {
        Map<String, Object> admin = new HashMap<>(values);
        admin.keySet().retainAll(AdminClientConfig.configNames());
        admin.remove(AdminClientConfig.RETRIES_CONFIG);
        return admin;
    }
}
