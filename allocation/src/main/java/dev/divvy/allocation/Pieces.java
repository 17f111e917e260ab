package dev.divvy.allocation;

/**
 * The set of things that a group divides, numbered from 0: either {@link Tokens} (ranges of a hash) or {@link Units} (names).
 * A piece is the smallest thing that can be owned.
 */
public sealed interface Pieces permits Tokens, Units {

    /** The most pieces one group may divide. */
    int MOST = 1 << 20;

    int count();

    /** What people call this piece: a unit's name, a token's number. */
    String name(int piece);

    /** The piece of this name, or -1. */
    int indexOf(String name);

    /** A well-mixed 64-bit value of this piece alone, the same in every process for as long as the piece has its name. */
    long key(int piece);

    /**
     * Where the pieces of an older set are in this one: for each of the older pieces its first piece here, or -1 if it is gone.
     *
     * @throws IllegalArgumentException when pieces of the older set cannot be told in this one
     */
    int[] placesOf(Pieces older);

    /** How many pieces here stand for one of the older set; above 1 only where tokens were split. */
    default int splitOf(Pieces older) {
        return 1;
    }

    /** All pieces as one run. */
    default Runs all() {
        return count() == 0 ? Runs.NONE : Runs.of(0, count() - 1);
    }

    /** Refuses a number that is not a piece of this set. */
    default int check(int piece) {
        if (piece < 0 || piece >= count()) {
            throw new IllegalArgumentException(
                    "piece " + piece + " does not exist: there are " + count() + ", numbered from 0");
        }
        return piece;
    }
}
