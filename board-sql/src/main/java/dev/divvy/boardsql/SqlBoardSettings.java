package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.Naming;
import dev.divvy.coordination.Timing;
import java.time.Duration;
import java.util.Objects;

/**
 * How a board in a database is reached.
 *
 * @param patience how long one call may take; see {@link Timing#patience()}
 * @param idle how long a completing transaction may stand still with the fence locked before the server ends it, where it can: so long a
 *     process that stopped in just that moment delays its ejection
 * @param mayHaveForgotten whether an empty board may once have had an allocation: tables that were emptied or restored. If so, a group waits
 *     for one time-to-live when it first begins
 */
public record SqlBoardSettings(Naming naming, Duration patience, Duration idle, boolean mayHaveForgotten) {

    public static final SqlBoardSettings DEFAULT =
            new SqlBoardSettings(Naming.DEFAULT, Timing.SERVER.patience(), Timing.SERVER.lease(), true);

    public SqlBoardSettings {
        Objects.requireNonNull(naming, "naming");
        positive("patience", patience);
        positive("idle", idle);
    }

    public SqlBoardSettings with(Naming next) {
        return new SqlBoardSettings(next, patience, idle, mayHaveForgotten);
    }

    /** Other times, for a group whose members do not go by the usual ones. */
    public SqlBoardSettings with(Timing timing) {
        return new SqlBoardSettings(naming, timing.patience(), timing.lease(), mayHaveForgotten);
    }

    public SqlBoardSettings withPatience(Duration next) {
        return new SqlBoardSettings(naming, next, idle, mayHaveForgotten);
    }

    /** For tables that were just made, or that nobody ever empties: a new group begins at once. */
    public SqlBoardSettings neverForgets() {
        return new SqlBoardSettings(naming, patience, idle, false);
    }

    private static void positive(String what, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(what + " " + value + " must be positive");
        }
    }
}
