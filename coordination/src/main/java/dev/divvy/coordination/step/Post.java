package dev.divvy.coordination.step;

import dev.divvy.allocation.Incarnation;

/**
 * A member's place on the board.
 *
 * @param beat of the last pulse that was sent
 * @param acknowledged the epoch up to which all that was lost has been let go of
 */
public record Post(Incarnation life, long beat, long acknowledged) {

    /** A card that was just put on the board. */
    public static Post of(Incarnation life) {
        return new Post(life, 0, 0);
    }

    Post beaten() {
        return new Post(life, beat + 1, acknowledged);
    }

    Post acknowledging(long epoch) {
        return new Post(life, beat, epoch);
    }
}
