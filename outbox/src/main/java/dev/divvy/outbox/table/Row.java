package dev.divvy.outbox.table;

import dev.divvy.outbox.event.Payload;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pending event as it was read.
 *
 * @param entity whose event it is
 * @param hash what the row says, not what we would compute: by it the row belongs to a token
 * @param length how many bytes the payload has
 * @param payload null when it is large: then it is read alone, shortly before it is handled
 * @param dueIn for how long it may not be tried yet, in milliseconds by the database's clock; 0 when it may
 */
public record Row(
        long id,
        Entity entity,
        int hash,
        long length,
        @Nullable Payload payload,
        int attempts,
        long dueIn,
        Instant createdAt) {

    public boolean due() {
        return dueIn <= 0;
    }
}
