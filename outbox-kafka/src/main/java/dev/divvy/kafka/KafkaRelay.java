package dev.divvy.kafka;

import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.TargetUnavailableException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

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

    private final RenewedProducer producers;
    private final Function<Event, String> topics;
    private final UnusableTopics unusable;
    private final SendErrors errors;

    private KafkaRelay(ProducerSettings settings, Function<Event, String> topics) {
        this.topics = topics;
        this.producers = new RenewedProducer(settings.forProducer());
        this.unusable = new UnusableTopics();
        this.errors = new SendErrors(new TopicLookup(settings.forAdmin()), unusable);
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
        ProducerRecord<byte[], byte[]> produced = EventRecord.of(topic, event);
        Producer<byte[], byte[]> producer = producers.get();
        CompletableFuture<Void> sent = new CompletableFuture<>();
        try {
            var future = producer.send(produced, (metadata, error) -> {
                if (error == null) {
                    sent.complete(null);
                } else {
                    fail(sent, topic, producer, error);
                }
            });
            // The callback tells all that the future does.
            assert future != null;
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            fail(sent, topic, producer, e);
        } catch (IllegalStateException e) {
            if (producers.isUsed(producer)) {
                throw e;
            }
            throw new TargetUnavailableException("another thread has replaced the producer meanwhile", e);
        }
        return sent;
    }

    private void fail(CompletableFuture<Void> sent, String topic, Producer<byte[], byte[]> producer, Exception error) {
        if (SendErrors.isProducerFailure(error)) {
            producers.replace(producer, error);
        }
        errors.explain(topic, error).whenComplete((none, explained) -> sent.completeExceptionally(explained));
    }

    /** Gives up the records that cannot be sent within five seconds. Close the processor before. */
    @Override
    public void close() {
        producers.close();
        errors.close();
    }
}
