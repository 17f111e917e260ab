package dev.divvy.kafka;

import dev.divvy.outbox.event.TargetUnavailableException;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The producer of a relay. A producer that was refused when it asked for its number, for example because its user did not exist yet, refuses
 * every record from then on; it is replaced. Thread-safe.
 */
final class RenewedProducer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RenewedProducer.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final Map<String, Object> settings;

    /** Null after a failure, until the next record is sent. Guarded by this object, like the next field. */
    private @Nullable Producer<byte[], byte[]> current;

    private boolean closed;

    /** @throws IllegalArgumentException for settings that Kafka refuses */
    RenewedProducer(Map<String, Object> settings) {
        this.settings = settings;
        try {
            this.current = create();
        } catch (KafkaException e) {
            throw new IllegalArgumentException("the settings for Kafka are refused: " + reason(e), e);
        }
    }

    private Producer<byte[], byte[]> create() {
        ByteArraySerializer bytes = new ByteArraySerializer();
        return new KafkaProducer<>(settings, bytes, bytes);
    }

    private static @Nullable String reason(KafkaException error) {
        return (error.getCause() == null ? error : error.getCause()).getMessage();
    }

    /**
     * Returns the producer to send with.
     *
     * @throws TargetUnavailableException if no producer can be made now, for example because no address can be resolved
     */
    synchronized Producer<byte[], byte[]> get() {
        if (closed) {
            throw new TargetUnavailableException("the relay to Kafka is closed");
        }
        if (current == null) {
            try {
                current = create();
            } catch (KafkaException e) {
                throw new TargetUnavailableException("Kafka cannot be reached: " + reason(e), e);
            }
        }
        return current;
    }

    /** Returns whether this producer has not been replaced. */
    synchronized boolean isUsed(Producer<byte[], byte[]> producer) {
        return current == producer;
    }

    /** Gives a producer up that sends nothing any more; its records fail. */
    void replace(Producer<byte[], byte[]> failed, Throwable error) {
        synchronized (this) {
            if (current != failed) {
                return;
            }
            current = null;
        }
        LOG.warn("Kafka's producer has failed and is replaced: {}", error.toString());
        failed.close(Duration.ZERO);
    }

    @Override
    public void close() {
        Producer<byte[], byte[]> last;
        synchronized (this) {
            closed = true;
            last = current;
            current = null;
        }
        if (last != null) {
            last.close(CLOSE_TIMEOUT);
        }
    }
}
