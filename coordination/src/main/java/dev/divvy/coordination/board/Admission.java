package dev.divvy.coordination.board;

/** A board's reply to a request to join. */
public sealed interface Admission {

    /** The card was stored on the board. */
    record Admitted() implements Admission {}

    /** A card with the same member id is already on the board, perhaps of an earlier incarnation that has not been ejected yet. */
    record Occupied(Card by) implements Admission {}

    /** This incarnation, or a later one of the same member, was on the board before. Join again with a number above {@code highest}. */
    record Outlived(long highest) implements Admission {}
}
