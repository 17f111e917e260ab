package dev.divvy.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.outbox.event.TargetUnavailableException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** The parts of the relay that need no broker. */
class RelayWithoutBrokerTest {

    /** No name server knows it. */
    private static final String NOWHERE = "nowhere.invalid:9092";

    private static Throwable explained(Exception error) throws Exception {
        UnusableTopics unusable = new UnusableTopics();
        try (SendErrors errors = new SendErrors(new TopicLookup(Map.of("bootstrap.servers", NOWHERE)), unusable)) {
            CompletionStage<Void> stage = errors.explain("topic", error);
            stage.toCompletableFuture().get(1, TimeUnit.MINUTES);
            throw new AssertionError("the error is no error");
        } catch (ExecutionException e) {
            return Objects.requireNonNull(e.getCause());
        }
    }

    @Test
    void whileNoAddressCanBeResolvedKafkaIsUnavailable() throws Exception {
        assertThat(explained(new TimeoutException("not in time"))).isInstanceOf(TargetUnavailableException.class);
    }

    @Test
    void aProducerThatRefusesEveryRecordIsUnavailable() throws Exception {
        for (RuntimeException reason : List.of(
                new SaslAuthenticationException("no such user"),
                new ClusterAuthorizationException("may not"),
                new ProducerFencedException("fenced"),
                new OutOfOrderSequenceException("lost"))) {
            for (Exception error : List.of(reason, new KafkaException("we are in an error state", reason))) {
                assertThat(explained(error)).as(error.toString()).isInstanceOf(TargetUnavailableException.class);
                assertThat(SendErrors.isProducerFailure(error))
                        .as(error.toString())
                        .isTrue();
            }
        }
    }

    @Test
    void aRecordThatIsRefusedHasFailed() throws Exception {
        RecordTooLargeException error = new RecordTooLargeException("200 kB");
        assertThat(explained(error)).isSameAs(error);
        assertThat(SendErrors.isProducerFailure(error)).isFalse();
    }

    @Test
    void settingsThatBreakTheOrderAreRefused() {
        for (String name : List.of("acks", "enable.idempotence")) {
            assertThatThrownBy(() -> KafkaRelay.of(
                            Map.of("bootstrap.servers", "127.0.0.1:1", name, name.equals("acks") ? "1" : "false"),
                            event -> "topic"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(name)
                    .hasMessageContaining("would break the order");
        }
        assertThatThrownBy(() -> KafkaRelay.of(Map.of("acks", "all"), event -> "topic"))
                .hasMessage("bootstrap.servers is missing");
        assertThatThrownBy(() -> KafkaRelay.of(
                        Map.of("bootstrap.servers", "127.0.0.1:1", "transactional.id", "a"), event -> "topic"))
                .hasMessageContaining("transactional.id is not supported");
    }

    @Test
    void settingsThatKafkaRefusesAreReportedWithTheirReason() {
        assertThatThrownBy(
                        () -> KafkaRelay.of(Map.of("bootstrap.servers", "127.0.0.1:1", "linger.ms", "x"), event -> ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "the settings for Kafka are refused: Invalid value x for configuration linger.ms");
        assertThatThrownBy(() -> KafkaRelay.to("nowhere.invalid:9092", "topic"))
                .hasMessageContaining("No resolvable bootstrap urls");
    }

    @Test
    void aTopicIsNamedByATemplate() {
        assertThatThrownBy(() -> KafkaRelay.topicTemplate("{entity}"))
                .hasMessage(
                        "the topic '{entity}' has the placeholder {entity}; there are {name}, the entity's name, and"
                                + " {type}, the event's type");
        for (String wrong : List.of("", "a b", "a/b", "{name", "name}")) {
            assertThatThrownBy(() -> KafkaRelay.topicTemplate(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not the name of a topic");
        }
    }
}
