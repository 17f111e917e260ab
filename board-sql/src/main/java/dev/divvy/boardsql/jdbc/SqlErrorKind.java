package dev.divvy.boardsql.jdbc;

import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;

/** Kinds of SQL errors, by what can be done about them. */
public enum SqlErrorKind {
    /** Rolled back because of another transaction, by a deadlock or a serialization failure: another attempt may well succeed. */
    ROLLED_BACK,
    /** A lock was not available within the time given. */
    LOCKED,
    /** A row with that key exists already. */
    DUPLICATE_KEY,
    /** The table does not exist. */
    MISSING_TABLE,
    /** Anything else: the connection is not trusted any more. */
    OTHER;

    /** H2 has three: for a table, for one that it knows similar names of (or that is just being made), and in an empty database. */
    private static final Set<String> MISSING_TABLE_STATES = Set.of("42P01", "42S02", "42S03", "42S04");

    private static final Set<Integer> MARIA_ROLLED_BACK = Set.of(1213, 1020);
    private static final Set<Integer> MARIA_DUPLICATE_KEY = Set.of(1062, 1586);
    private static final Set<Integer> MARIA_LOCKED = Set.of(1205, 3572);

    public static SqlErrorKind of(SQLException error) {
        String state = Objects.requireNonNullElse(error.getSQLState(), "");
        int code = error.getErrorCode();
        // MariaDB's 1020 (record has changed since last read) comes with HY000, its lock timeout 1205 with a state of
        // class 40.
        if (MARIA_LOCKED.contains(code) || state.equals("55P03") || state.equals("HYT00")) {
            return LOCKED;
        }
        // 40003: nobody knows whether it was carried out. 90131 is H2's name for a row that changed under it.
        boolean rolledBack = state.startsWith("40") && !state.equals("40003");
        if (rolledBack || MARIA_ROLLED_BACK.contains(code) || state.equals("90131")) {
            return ROLLED_BACK;
        }
        // Other violations have the class 23 too: a null, a foreign key. They are mistakes, not duplicates.
        if (state.equals("23505") || (state.equals("23000") && MARIA_DUPLICATE_KEY.contains(code))) {
            return DUPLICATE_KEY;
        }
        return MISSING_TABLE_STATES.contains(state) ? MISSING_TABLE : OTHER;
    }
}
