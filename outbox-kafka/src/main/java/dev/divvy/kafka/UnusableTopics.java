package dev.divvy.kafka;

import dev.divvy.outbox.event.RetryLaterException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Remembers for some time which topics cannot be written, so that their events do not block the others. Thread-safe. */
final class UnusableTopics {

    private static final Logger LOG = LoggerFactory.getLogger(UnusableTopics.class);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(10);
    private static final int MOST_REMEMBERED = 10_000;

    private final Map<String, Refusal> refusals = new ConcurrentHashMap<>();

    private record Refusal(String reason, long at) {

        boolean isOver() {
            return System.nanoTime() - at > RETRY_AFTER.toNanos();
        }
    }

    /** Postpones an event whose topic could not be written a short time ago. */
    void check(String topic) {
        Refusal refusal = refusals.get(topic);
        if (refusal != null) {
            if (!refusal.isOver()) {
                throw new RetryLaterException(RETRY_AFTER, refusal.reason());
            }
            refusals.remove(topic, refusal);
        }
    }

    /** Records why a topic cannot be written; returns the error of its event, which is postponed. */
    RetryLaterException add(String topic, String reason) {
        if (refusals.size() >= MOST_REMEMBERED) {
            refusals.values().removeIf(Refusal::isOver);
        }
        if (refusals.size() < MOST_REMEMBERED && refusals.put(topic, new Refusal(reason, System.nanoTime())) == null) {
            LOG.warn("{}; its events wait, and are tried every {} s", reason, RETRY_AFTER.toSeconds());
        }
        return new RetryLaterException(RETRY_AFTER, reason);
    }
}
