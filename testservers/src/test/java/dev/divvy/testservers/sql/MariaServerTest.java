package dev.divvy.testservers.sql;

import dev.divvy.testservers.needs.NeedsMaria;
import java.sql.Connection;
import org.junit.jupiter.api.Tag;

@NeedsMaria
@Tag("long")
class MariaServerTest extends SqlServerLaws {

    @Override
    SqlServer start() {
        return MariaServer.start();
    }

    @Override
    SqlServer shared() {
        return MariaServer.shared();
    }

    @Override
    int isolation() {
        return Connection.TRANSACTION_REPEATABLE_READ;
    }
}
