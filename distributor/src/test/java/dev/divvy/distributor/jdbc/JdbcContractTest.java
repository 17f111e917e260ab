package dev.divvy.distributor.jdbc;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import org.junit.jupiter.api.Nested;

/** The contract of stores, in every database. */
class JdbcContractTest {

    @Nested
    class H2 extends JdbcStoreContract {
        H2() {
            super(DatabaseKind.H2);
        }
    }

    @Nested
    @NeedsPostgres
    class Postgres extends JdbcStoreContract {
        Postgres() {
            super(DatabaseKind.POSTGRESQL);
        }
    }

    @Nested
    @NeedsMaria
    class Maria extends JdbcStoreContract {
        Maria() {
            super(DatabaseKind.MARIADB);
        }
    }
}
