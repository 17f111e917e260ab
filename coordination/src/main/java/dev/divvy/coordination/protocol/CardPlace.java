package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Incarnation;

/**
 * A member's place on the board.
 *
 * @param beat of the last pulse that was sent
 * @param acknowledged the epoch up to which all that was lost has been let go of
 */
public record CardPlace(Incarnation life, long beat, long acknowledged) {

    /** A card that was just put on the board. */
    public static CardPlace of(Incarnation life) {
        return new CardPlace(life, 0, 0);
    }

    CardPlace beaten() {
        return new CardPlace(life, beat + 1, acknowledged);
    }

    CardPlace acknowledging(long epoch) {
        return new CardPlace(life, beat, epoch);
    }
}
