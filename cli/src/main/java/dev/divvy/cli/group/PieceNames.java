package dev.divvy.cli.group;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Tokens;

/** Names the pieces of a group for people: tokens, or units. */
public final class PieceNames {

    private PieceNames() {}

    /** {@code token} or {@code unit}. */
    public static String kind(Pieces pieces) {
        return pieces instanceof Tokens ? "token" : "unit";
    }

    /** {@code 1 token}, {@code 1000 units}. */
    static String counted(int count, Pieces pieces) {
        return count + " " + kind(pieces) + (count == 1 ? "" : "s");
    }
}
