package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.Product;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** MariaDB and MySQL. */
final class MariaDialect implements Dialect {

    private final Product product;

    MariaDialect(Product product) {
        this.product = product;
    }

    @Override
    public String now() {
        return "UTC_TIMESTAMP(3)";
    }

    @Override
    public String nowPlusMillis() {
        return "TIMESTAMPADD(MICROSECOND, ? * 1000, UTC_TIMESTAMP(3))";
    }

    @Override
    public String shared() {
        return " LOCK IN SHARE MODE";
    }

    /** MySQL has no such limit: there a process that stops in a completing transaction delays its own ejection. */
    @Override
    public void beforeFence(Connection connection, Duration atMost) throws SQLException {
        long seconds = Math.max(1, (atMost.toMillis() + 999) / 1000);
        limitIdle(connection, Long.toString(seconds));
    }

    @Override
    public void afterFence(Connection connection) throws SQLException {
        limitIdle(connection, "DEFAULT");
    }

    private void limitIdle(Connection connection, String seconds) throws SQLException {
        if (product == Product.MARIADB) {
            try (Statement set = connection.createStatement()) {
                set.execute("SET SESSION idle_transaction_timeout = " + seconds);
            }
        }
    }
}
