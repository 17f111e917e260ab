package dev.divvy.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks Kafka whether it has a topic. Connects when it is asked for the first time. Thread-safe. */
final class TopicLookup implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TopicLookup.class);

    /** A call asks for the nodes too, whose timeout is that of the client. */
    private static final Map<String, Object> TIMEOUTS = Map.of(
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 2_000, AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 2_000);

    private final Map<String, Object> settings;
    private @Nullable Admin admin;

    TopicLookup(Map<String, Object> settings) {
        this.settings = new HashMap<>(settings);
        this.settings.putAll(TIMEOUTS);
    }

    /** Returns whether Kafka says that it has no such topic; false when it does not answer. */
    CompletionStage<Boolean> isMissing(String topic) {
        try {
            return admin().describeTopics(List.of(topic))
                    .allTopicNames()
                    .toCompletionStage()
                    .handle((found, error) -> isUnknown(error));
        } catch (KafkaException e) {
            // Its addresses cannot be resolved now, for example; the caller is Kafka's own thread, which would swallow
            // this.
            LOG.debug("Kafka cannot be asked for the topic {}", topic, e);
            return CompletableFuture.completedFuture(false);
        }
    }

    private static boolean isUnknown(@Nullable Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : error;
        return cause instanceof UnknownTopicOrPartitionException;
    }

    private synchronized Admin admin() {
        if (admin == null) {
            admin = Admin.create(settings);
        }
        return admin;
    }

    @Override
    public synchronized void close() {
        if (admin != null) {
            admin.close(Duration.ZERO);
        }
    }
}
