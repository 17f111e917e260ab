package dev.divvy.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Asks Kafka whether it has a topic. Connects when it is asked for the first time. Thread-safe. */
final class TopicLookup implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 3_000;

    private final Map<String, Object> settings;
    private @Nullable Admin admin;

    TopicLookup(Map<String, Object> settings) {
        this.settings = settings;
    }

    /** Returns whether Kafka says that it has no such topic; false when it does not answer. */
    CompletionStage<Boolean> isMissing(String topic) {
        return admin().describeTopics(List.of(topic), new DescribeTopicsOptions().timeoutMs(TIMEOUT_MILLIS))
                .allTopicNames()
                .toCompletionStage()
                .handle((found, error) -> isUnknown(error));
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
