package dev.divvy.boardsql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Work on a connection. It may run more than once, because it is retried after a deadlock or a serialization failure. */
@FunctionalInterface
public interface SqlWork<T> {

    T on(Connection connection) throws SQLException;
}
