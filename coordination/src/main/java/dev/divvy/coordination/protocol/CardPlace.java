package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Incarnation;

/**
 * A member's place on the board: the part of its card that the protocol advances.
 *
 * @param beat the beat of the last pulse that was sent
 * @param acknowledged the epoch up to which all lost pieces have been released
 * @param settled the last epoch that the application reported as settled
 */
public record CardPlace(Incarnation incarnation, long beat, long acknowledged, long settled) {

    /** Returns the place of a card that was just added to the board. */
    public static CardPlace of(Incarnation incarnation) {
        return new CardPlace(incarnation, 0, 0, 0);
    }

    CardPlace nextBeat() {
        return new CardPlace(incarnation, beat + 1, acknowledged, settled);
    }

    CardPlace acknowledging(long epoch) {
        return new CardPlace(incarnation, beat, epoch, settled);
    }

    CardPlace settling(long epoch) {
        return new CardPlace(incarnation, beat, acknowledged, epoch);
    }
}
