package dev.divvy.boardpeers.call;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Card;
import java.util.Optional;

/** What the keeper is asked: the methods of a board. */
public sealed interface Question {

    String group();

    record Join(String group, Card card) implements Question {}

    record Pulse(String group, Card card, Optional<Version> known) implements Question {}

    record Publish(String group, Incarnation publisher, Optional<Version> basis, Allocation next) implements Question {}

    record Remove(String group, Incarnation life, long beat) implements Question {}

    record Look(String group) implements Question {}

    /** Whether it may be asked again when nobody knows whether it was carried out, and the answer still tells the truth. */
    default boolean repeatable() {
        return this instanceof Pulse || this instanceof Remove || this instanceof Look;
    }
}
