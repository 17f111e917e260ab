package dev.divvy.coordination.board;

/** What a board answers to one who wants to join. */
public sealed interface Admission {

    /** The card is on the board. */
    record Admitted() implements Admission {}

    /** A card of the same member id is there already, perhaps of an earlier life that nobody has taken off yet. */
    record Occupied(Card by) implements Admission {}

    /** This incarnation, or a later one of the same member, was on the board before: come again with a number above this one. */
    record Outlived(long highest) implements Admission {}
}
