package dev.divvy.allocation;

/**
 * The set of pieces that a group divides, numbered from 0: either {@link Tokens} (ranges of a hash) or {@link Units} (names). A piece is
 * the smallest thing that can be owned.
 */
public sealed interface Pieces permits Tokens, Units {

    /** The maximum number of pieces of one group. */
    int MOST = 1 << 20;

    int count();

    /** Returns the display name of this piece: a unit's name, a token's number. */
    String name(int piece);

    /** Returns the piece of this name, or -1. */
    int indexOf(String name);

    /** Returns a well-mixed 64-bit value of this piece alone, the same in every process for as long as the piece keeps its name. */
    long key(int piece);

    /**
     * Maps the pieces of an older set to this one: for each older piece its first piece here, or -1 if it was removed.
     *
     * @throws IllegalArgumentException when the older pieces cannot be mapped to these
     */
    int[] placesOf(Pieces older);

    /** Returns the number of pieces here per piece of the older set; above 1 only where tokens were split. */
    default int splitOf(Pieces older) {
        return 1;
    }

    /** Returns all pieces as one run. */
    default Runs all() {
        return count() == 0 ? Runs.NONE : Runs.of(0, count() - 1);
    }

    /** Rejects a number that is not a piece of this set. */
    default int check(int piece) {
        if (piece < 0 || piece >= count()) {
            throw new IllegalArgumentException(
                    "piece " + piece + " does not exist: there are " + count() + ", numbered from 0");
        }
        return piece;
    }
}
