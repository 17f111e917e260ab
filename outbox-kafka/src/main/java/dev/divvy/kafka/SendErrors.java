package dev.divvy.kafka;

import dev.divvy.outbox.event.TargetUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApplicationRecoverableException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/** Tells whose fault an error of the producer is: that of Kafka, which is unavailable, of the topic, or of the event. */
final class SendErrors implements AutoCloseable {

    private static final int MAX_CAUSES = 10;

    private final TopicLookup topics;
    private final UnusableTopics unusable;

    SendErrors(TopicLookup topics, UnusableTopics unusable) {
        this.topics = topics;
        this.unusable = unusable;
    }

    /** Returns a stage that fails with the error for the outbox. */
    CompletionStage<Void> explain(String topic, Exception error) {
        if (error instanceof TopicAuthorizationException) {
            return CompletableFuture.failedFuture(
                    unusable.add(topic, "Kafka does not allow this user to write the topic " + topic));
        }
        if (error instanceof TimeoutException) {
            // The producer says the same of a topic that does not exist and of brokers that do not answer.
            return topics.isMissing(topic)
                    .thenCompose(missing -> CompletableFuture.failedFuture(
                            missing ? unusable.add(topic, "Kafka has no topic " + topic) : unavailable(error)));
        }
        return CompletableFuture.failedFuture(
                error instanceof RetriableException || isProducerFailure(error) ? unavailable(error) : error);
    }

    /**
     * Returns whether an error is one of the producer and not of its record: it may not connect, or has lost its number, and usually refuses
     * all later records too, with an error whose cause is the first one.
     */
    static boolean isProducerFailure(Exception error) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
            if (cause instanceof AuthenticationException
                    || cause instanceof ClusterAuthorizationException
                    || cause instanceof ApplicationRecoverableException
                    || cause instanceof OutOfOrderSequenceException) {
                return true;
            }
            cause = cause.getCause();
        }
        // Errors of records have classes of their own.
        return error.getClass() == KafkaException.class;
    }

    private static TargetUnavailableException unavailable(Exception error) {
        return new TargetUnavailableException("Kafka did not accept an event: " + error.getMessage(), error);
    }

    @Override
    public void close() {
        topics.close();
    }
}
