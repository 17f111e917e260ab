package dev.divvy.kafka;

import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Relays events to Kafka, at least once and in order per entity: {@code outbox.process(settings, relay.handling())}. The events of all entities
 * are sent at once, those of one entity one after the other.
 *
 * <p>The key of a record is the entity's id, its value the payload, its time that of the event. Its headers are those of the event, with {@code
 * event-id}, {@code event-type} and {@code entity-name}. The events of one entity have growing numbers, so a consumer that remembers the last
 * number of each key can tell a record that was sent again.
 *
 * <p>While Kafka is not available, no event has failed, and the processor waits for it. The events for a topic that does not exist, or may not be
 * written, wait until it does; the others go on.
 */
public final class KafkaRelay implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final Producer<byte[], byte[]> producer;
    private final Function<Event, String> topics;
    private final UnusableTopics unusable;
    private final SendErrors errors;

    private KafkaRelay(ProducerSettings settings, Function<Event, String> topics) {
        this.topics = topics;
        this.producer = producer(settings);
        this.unusable = new UnusableTopics();
        this.errors = new SendErrors(new TopicLookup(settings.forAdmin()), unusable);
    }

    private static Producer<byte[], byte[]> producer(ProducerSettings settings) {
        ByteArraySerializer bytes = new ByteArraySerializer();
        try {
            return new KafkaProducer<>(settings.forProducer(), bytes, bytes);
        } catch (KafkaException e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            throw new IllegalArgumentException("the settings for Kafka are refused: " + reason.getMessage(), e);
        }
    }

    /**
     * Returns a relay to one topic, or to one per name of an entity or type of an event.
     *
     * @param servers the addresses of some brokers, {@code host:port}, separated by commas
     * @param topic the name of the topic; {@code {name}} in it stands for the entity's name, {@code {type}} for the event's type
     */
    public static KafkaRelay to(String servers, String topic) {
        return of(Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers), topicTemplate(topic));
    }

    /**
     * Returns a relay with settings of Kafka's producer. Those that are missing are chosen for an outbox; records are always acknowledged by all
     * replicas in sync, and never doubled by the producer itself.
     *
     * <p>The producer gives a record up after {@code delivery.timeout.ms}, by default 8 s. Keep it below the grace time of the outbox and the
     * timeout of handlers: a record that is sent later than that may follow one that the next owner of its entity has sent.
     *
     * @param properties the settings, {@code bootstrap.servers} at least
     * @param topics the topic of an event
     * @throws IllegalArgumentException for a setting that Kafka refuses or that would break the order, or if no address can be resolved
     */
    public static KafkaRelay of(Map<String, ?> properties, Function<Event, String> topics) {
        return new KafkaRelay(ProducerSettings.of(properties), topics);
    }

    /** Returns the topics that a name stands for: {@code {name}} in it is the entity's name, {@code {type}} the event's type. */
    public static Function<Event, String> topicTemplate(String template) {
        return TopicTemplate.of(template);
    }

    /** Returns the handling of events by this relay. */
    public HandlingMode handling() {
        return HandlingMode.async(this::send);
    }

    private CompletionStage<?> send(Event event) {
        String topic = topics.apply(event);
        unusable.check(topic);
        CompletableFuture<Void> sent = new CompletableFuture<>();
        var future = producer.send(EventRecord.of(topic, event), (metadata, error) -> {
            if (error == null) {
                sent.complete(null);
            } else {
                errors.explain(topic, error).whenComplete((none, explained) -> sent.completeExceptionally(explained));
            }
        });
        // The callback tells all that the future does.
        assert future != null;
        return sent;
    }

    /** Gives up the records that cannot be sent within five seconds. Close the processor before. */
    @Override
    public void close() {
        producer.close(CLOSE_TIMEOUT);
        errors.close();
    }
}
