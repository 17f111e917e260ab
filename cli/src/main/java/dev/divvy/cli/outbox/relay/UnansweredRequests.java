package dev.divvy.cli.outbox.relay;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tells a receiver that answers nothing from an event that it never answers. A request that timed out says nothing about its event until the
 * receiver has answered another one. The event that timed out must not be the only one that is tried again, so every second time the others
 * come first. Thread-safe.
 */
final class UnansweredRequests {

    private static final int MOST_REMEMBERED = 1_000;

    /** The meaning of a request that timed out. */
    enum Meaning {
        RECEIVER_UNAVAILABLE,
        OTHERS_FIRST,
        EVENT_FAILED
    }

    /**
     * An event whose request timed out.
     *
     * @param answers the number of answers before its first request
     * @param last the meaning of its last request
     */
    private record Unanswered(long answers, Meaning last) {}

    /** By the event's number. Guarded by this object, like the next field. */
    private final Map<Long, Unanswered> events = new LinkedHashMap<>();

    private long answers;

    /** Returns the number of answers so far. */
    synchronized long answers() {
        return answers;
    }

    /** Records that the receiver answered an event. */
    synchronized void answered(long event) {
        answers++;
        events.remove(event);
    }

    /** Returns what it means that a request timed out that began after so many answers. */
    synchronized Meaning timedOut(long event, long answersBefore) {
        Unanswered known = events.remove(event);
        long since = known == null ? answersBefore : known.answers();
        Meaning meaning = Meaning.RECEIVER_UNAVAILABLE;
        if (answers > since) {
            meaning = Meaning.EVENT_FAILED;
        } else if (known != null && known.last() == Meaning.RECEIVER_UNAVAILABLE) {
            meaning = Meaning.OTHERS_FIRST;
        }
        if (events.size() >= MOST_REMEMBERED) {
            events.remove(events.keySet().iterator().next());
        }
        events.put(event, new Unanswered(since, meaning));
        return meaning;
    }
}
