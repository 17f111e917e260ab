package dev.divvy.boardsql.jdbc;

import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;

/** What an error of the database asks for. */
public enum Trouble {
    /** It was rolled back because of others; the same again may well succeed: a deadlock, a serialization failure. */
    AGAIN,
    /** A lock was not to be had in the time given. */
    BUSY,
    /** A row with that key is there already. */
    DUPLICATE,
    /** The table is not there. */
    NO_TABLE,
    /** Anything else: the connection is not trusted any more. */
    OTHER;

    /** H2 has three: for a table, for one that it knows similar names of (or that is just being made), and in an empty database. */
    private static final Set<String> NO_TABLE_STATES = Set.of("42P01", "42S02", "42S03", "42S04");

    private static final Set<Integer> MARIA_AGAIN = Set.of(1213, 1020);
    private static final Set<Integer> MARIA_DUPLICATE = Set.of(1062, 1586);
    private static final Set<Integer> MARIA_BUSY = Set.of(1205, 3572);

    public static Trouble of(SQLException error) {
        String state = Objects.requireNonNullElse(error.getSQLState(), "");
        int code = error.getErrorCode();
        // MariaDB's 1020 (record has changed since last read) comes with HY000, its lock timeout 1205 with a state of
        // class 40.
        if (MARIA_BUSY.contains(code) || state.equals("55P03") || state.equals("HYT00")) {
            return BUSY;
        }
        // 40003: nobody knows whether it was carried out. 90131 is H2's name for a row that changed under it.
        boolean rolledBack = state.startsWith("40") && !state.equals("40003");
        if (rolledBack || MARIA_AGAIN.contains(code) || state.equals("90131")) {
            return AGAIN;
        }
        // Other violations have the class 23 too: a null, a foreign key. They are mistakes, not duplicates.
        if (state.equals("23505") || (state.equals("23000") && MARIA_DUPLICATE.contains(code))) {
            return DUPLICATE;
        }
        return NO_TABLE_STATES.contains(state) ? NO_TABLE : OTHER;
    }
}
