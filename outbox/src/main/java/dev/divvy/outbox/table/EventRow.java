package dev.divvy.outbox.table;

import dev.divvy.coordination.Fence;
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
 * @param since since when its token was held as it was read: who holds it anew since then must read anew, because others may have
 *     completed this row and later ones of its entity
 * @param dueIn for how long it may not be tried yet, in milliseconds by the database's clock; 0 when it may
 */
public record EventRow(
        long id,
        EntityKey entity,
        int hash,
        Fence since,
        long length,
        @Nullable Payload payload,
        int attempts,
        long dueIn,
        Instant createdAt) {

    public boolean due() {
        return dueIn <= 0;
    }
}
