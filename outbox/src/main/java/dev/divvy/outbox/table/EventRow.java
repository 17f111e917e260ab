package dev.divvy.outbox.table;

import dev.divvy.coordination.Fence;
import dev.divvy.outbox.event.Payload;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pending event as it was read.
 *
 * @param hash the hash in the row, which need not be the hash of the entity's id; it determines the row's token
 * @param fence the fence of the row's token when the row was read. If the token was lost and gained again since then, the row must be read
 *     again: other owners may have completed it and later rows of its entity
 * @param type the type of the event; empty when the producer gave none
 * @param headers the text of the headers, as it was written; empty for none
 * @param length the size of the payload in bytes
 * @param payload null when it is large: then it is read by itself, shortly before the event is handled
 * @param attempts the attempts that have failed; not the one under way if it is marked
 * @param dueIn milliseconds until the next attempt, by the database's clock; 0 when it is due
 * @param behind whether an earlier event of its entity waits, see {@link WaitingStatements}
 * @param leads whether later events of its entity wait behind it: its completion releases them
 * @param mark whether an attempt may have ended, or ended, its process
 * @param care how it is to be handled after the end of another process
 * @param sentAt when it was inserted, as a value of {@link System#nanoTime()}: by the database's clock until it was read, by this process's since
 */
public record EventRow(
        long id,
        EntityKey entity,
        int hash,
        Fence fence,
        String type,
        String headers,
        long length,
        @Nullable Payload payload,
        int attempts,
        long dueIn,
        boolean behind,
        boolean leads,
        Instant createdAt,
        long sentAt,
        CrashMark mark,
        Care care) {

    /** How an event is to be handled. */
    public enum Care {
        USUAL,
        /** Alone, and marked before: its process may end. */
        ALONE,
        /** Not now: its process ended during the last attempt, which has failed. */
        ENDED_PROCESS
    }

    /** Returns this row with another payload in memory. */
    public EventRow withPayload(Payload replacement) {
        return with(replacement, care);
    }

    /** Returns this row to be handled in another way. */
    public EventRow with(Care other) {
        return other == care ? this : with(payload, other);
    }

    private EventRow with(@Nullable Payload replacement, Care other) {
        return new EventRow(
                id,
                entity,
                hash,
                fence,
                type,
                headers,
                length,
                replacement,
                attempts,
                dueIn,
                behind,
                leads,
                createdAt,
                sentAt,
                mark,
                other);
    }

    public boolean due() {
        return dueIn <= 0;
    }
}
