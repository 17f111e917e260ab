package dev.divvy.boardsql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Something to be done on a connection, perhaps more than once: the database may ask to begin anew. */
@FunctionalInterface
public interface SqlWork<T> {

    T on(Connection connection) throws SQLException;
}
