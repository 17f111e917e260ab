package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.TableNames;
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
 * @param keepsLevel whether the board's own statements run at the isolation level of the source; they need no more than READ COMMITTED,
 *     and a database at a higher level refuses them for the sake of strangers
 */
public record SqlBoardSettings(
        TableNames naming, Duration patience, Duration idle, boolean mayHaveForgotten, boolean keepsLevel) {

    public static final SqlBoardSettings DEFAULT =
            new SqlBoardSettings(TableNames.DEFAULT, Timing.SERVER.patience(), Timing.SERVER.lease(), true, false);

    public SqlBoardSettings {
        Objects.requireNonNull(naming, "naming");
        positive("patience", patience);
        positive("idle", idle);
    }

    public SqlBoardSettings with(TableNames next) {
        return new SqlBoardSettings(next, patience, idle, mayHaveForgotten, keepsLevel);
    }

    /** Other times, for a group whose members do not go by the usual ones. */
    public SqlBoardSettings with(Timing timing) {
        return new SqlBoardSettings(naming, timing.patience(), timing.lease(), mayHaveForgotten, keepsLevel);
    }

    public SqlBoardSettings withPatience(Duration next) {
        return new SqlBoardSettings(naming, next, idle, mayHaveForgotten, keepsLevel);
    }

    /** For tables that were just made, or that nobody ever empties: a new group begins at once. */
    public SqlBoardSettings neverForgets() {
        return new SqlBoardSettings(naming, patience, idle, false, keepsLevel);
    }

    /** For a database that has no lower level than its own. */
    public SqlBoardSettings keepingLevel() {
        return new SqlBoardSettings(naming, patience, idle, mayHaveForgotten, true);
    }

    private static void positive(String what, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(what + " " + value + " must be positive");
        }
    }
}
