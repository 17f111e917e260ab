package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.Product;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** What differs from database to database in the board's statements. */
interface Dialect {

    static Dialect of(Product product) {
        return switch (product) {
            case POSTGRESQL -> new PostgresDialect();
            case MARIADB, MYSQL -> new MariaDialect(product);
            case H2 -> new H2Dialect();
        };
    }

    /** This moment, in a column that people read. */
    String now();

    /** So many milliseconds from this moment, given as a parameter. */
    String nowPlusMillis();

    /** Ends a query that locks its rows against change, for several at once where the database can. */
    String shared();

    /** Ends a query that locks its rows for itself, and fails at once when it cannot. */
    default String exclusiveAtOnce() {
        return " FOR UPDATE NOWAIT";
    }

    /** One more column of the fenced query, with a leading comma: where a setting of the transaction can be made by the way. */
    default String withFence() {
        return "";
    }

    /**
     * Lets the server end the transaction if this process stops in it, where the server can: before the fence is locked.
     *
     * @param atMost how long the transaction may then stand still
     */
    default void beforeFence(Connection connection, Duration atMost) throws SQLException {}

    /** Undoes {@link #beforeFence} after the transaction: the connection is the application's. */
    default void afterFence(Connection connection) throws SQLException {}
}
