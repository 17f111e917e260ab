package dev.divvy.boardsql.jdbc;

import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;

/** Kinds of SQL errors, by the reaction that they call for. */
public enum SqlErrorKind {
    /** Rolled back because of another transaction, by a deadlock or a serialization failure: a retry may well succeed. */
    ROLLED_BACK,
    /** A lock was not available in time. */
    LOCKED,
    /** A row with that key already exists. */
    DUPLICATE_KEY,
    /** The table does not exist. */
    MISSING_TABLE,
    /** Anything else: the connection is not trusted any more. */
    OTHER;

    /** H2 has three: for any table, for one with similarly named tables (or one that is just being created), and for an empty database. */
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
        // 40003: whether the statement was carried out is unknown. 90131: on H2, a row changed after it was read.
        boolean rolledBack = state.startsWith("40") && !state.equals("40003");
        if (rolledBack || MARIA_ROLLED_BACK.contains(code) || state.equals("90131")) {
            return ROLLED_BACK;
        }
        // Other violations are of class 23 too, as of a NOT NULL or a foreign key. They are mistakes, not duplicates.
        if (state.equals("23505") || (state.equals("23000") && MARIA_DUPLICATE_KEY.contains(code))) {
            return DUPLICATE_KEY;
        }
        return MISSING_TABLE_STATES.contains(state) ? MISSING_TABLE : OTHER;
    }
}
