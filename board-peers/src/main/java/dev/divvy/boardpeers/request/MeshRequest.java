package dev.divvy.boardpeers.request;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Card;
import java.util.Optional;

/** A request to the primary: one record per method of a board. */
public sealed interface MeshRequest {

    String group();

    record Join(String group, Card card) implements MeshRequest {}

    record Pulse(String group, Card card, Optional<Version> known) implements MeshRequest {}

    record Publish(String group, Incarnation publisher, Optional<Version> basis, Allocation next)
            implements MeshRequest {}

    record Remove(String group, Incarnation incarnation, long beat) implements MeshRequest {}

    record Look(String group) implements MeshRequest {}

    /** Whether it may be sent again when it is unknown whether it was carried out: the second reply is still true. */
    default boolean isRetryable() {
        return this instanceof Pulse || this instanceof Remove || this instanceof Look;
    }
}
