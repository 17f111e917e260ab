package dev.divvy.testservers.sql;

import dev.divvy.testservers.needs.NeedsPostgres;
import java.sql.Connection;
import org.junit.jupiter.api.Tag;

@NeedsPostgres
@Tag("long")
class PostgresServerTest extends SqlServerLaws {

    @Override
    SqlServer start() {
        return PostgresServer.start();
    }

    @Override
    SqlServer shared() {
        return PostgresServer.shared();
    }

    @Override
    int isolation() {
        return Connection.TRANSACTION_READ_COMMITTED;
    }
}
