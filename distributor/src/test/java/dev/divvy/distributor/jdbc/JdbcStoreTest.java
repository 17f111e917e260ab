package dev.divvy.distributor.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.distributor.JdbcStore;
import dev.divvy.distributor.JdbcStoreSettings;
import dev.divvy.distributor.StoreAccessException;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The behaviour of a store in a database beyond the contract of stores, in every database. */
class JdbcStoreTest {

    @Nested
    class H2 extends JdbcTablesContract {
        H2() {
            super(DatabaseKind.H2);
        }
    }

    @Nested
    @NeedsPostgres
    class Postgres extends JdbcTablesContract {
        Postgres() {
            super(DatabaseKind.POSTGRESQL);
        }
    }

    @Nested
    @NeedsMaria
    class Maria extends JdbcTablesContract {
        Maria() {
            super(DatabaseKind.MARIADB);
        }
    }

    @Test
    void aStoreOpensWhileItsDatabaseIsUnavailableAndSaysSoWhenItIsUsed() throws IOException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:postgresql://127.0.0.1:" + closedPort() + "/unused");
        config.setConnectionTimeout(300);
        config.setInitializationFailTimeout(-1);
        try (HikariDataSource source = new HikariDataSource(config);
                JdbcStore store = new JdbcStore(source, DatabaseKind.POSTGRESQL, "d", JdbcStoreSettings.defaults())) {
            assertThatThrownBy(() -> store.names().add("units", List.of("a")))
                    .isInstanceOf(StoreAccessException.class)
                    .hasMessageStartingWith("could not add names to units: ")
                    .hasMessageNotContainingAny("\n", "\r");
            assertThatThrownBy(() -> JdbcStore.on(source, "d")).isInstanceOf(StoreAccessException.class);
        }
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void aNameOfADistributionThatIsTooLongIsRefused() {
        TestDatabase database = TestDatabase.of(DatabaseKind.H2);
        assertThatThrownBy(() -> database.store("d".repeat(250)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("distribution");
    }
}
