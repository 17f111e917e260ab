package dev.divvy.cache.replication;

import dev.divvy.cache.replication.ReplicaCodec.Message;
import dev.divvy.cache.replication.contents.EntryChange;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Fetch;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The requests for parts of tokens that are in flight on a link. A reply is thousands of times as long as its request, so the window
 * follows the bytes of the replies. A token of which a part has arrived goes on at once, while others wait: so few tokens at a time are
 * fetched in part, and take memory on both nodes. Not thread-safe.
 */
final class FetchWindow {

    /** The most requests in flight. */
    static final int MOST = 32;

    /** The bytes of replies that may be in flight, unless a single one is longer. */
    static final long MOST_BYTES = 2 << 20;

    private static final long LEAST_REPLY = MOST_BYTES / MOST;

    /** The first requests of tokens that wait, in their order. */
    private final Map<Integer, Envelope<EntryChange>> waiting = new LinkedHashMap<>();

    private int inFlight;

    /** The length that is expected of a reply; one request at a time until the first reply has shown it. */
    private long replyBytes = MOST_BYTES;

    /** Whether a request may be sent now. If not, it waits for {@link #next}. */
    boolean admits(int token, Envelope<EntryChange> request) {
        boolean begun = request.message() instanceof Fetch<EntryChange> fetch && fetch.part() > 0;
        if (begun || (waiting.isEmpty() && hasRoom())) {
            inFlight++;
            return true;
        }
        waiting.put(token, request);
        return false;
    }

    private boolean hasRoom() {
        return inFlight == 0 || (inFlight + 1) * replyBytes <= MOST_BYTES;
    }

    /** Discards the request of a token that waits: a later message to the same node makes it void. */
    void discard(int token) {
        if (!waiting.isEmpty()) {
            waiting.remove(token);
        }
    }

    /** Takes note of a reply to a request. */
    void replied(long bytes) {
        inFlight--;
        replyBytes = Math.max(LEAST_REPLY, Math.max(bytes, replyBytes / 2));
    }

    /** Returns the next request that may be sent now. */
    Optional<Message> next() {
        if (waiting.isEmpty() || !hasRoom()) {
            return Optional.empty();
        }
        Iterator<Map.Entry<Integer, Envelope<EntryChange>>> first =
                waiting.entrySet().iterator();
        Map.Entry<Integer, Envelope<EntryChange>> next = first.next();
        Message message = new Message(next.getKey(), next.getValue());
        first.remove();
        inFlight++;
        return Optional.of(message);
    }
}
