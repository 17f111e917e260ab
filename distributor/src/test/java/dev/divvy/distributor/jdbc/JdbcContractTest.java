package dev.divvy.distributor.jdbc;

import dev.divvy.boardsql.jdbc.Product;
import dev.divvy.testservers.NeedsMaria;
import dev.divvy.testservers.NeedsPostgres;
import org.junit.jupiter.api.Nested;

/** The store keeps the contract in every database. */
class JdbcContractTest {

    @Nested
    class H2 extends JdbcStoreContract {
        H2() {
            super(Product.H2);
        }
    }

    @Nested
    @NeedsPostgres
    class Postgres extends JdbcStoreContract {
        Postgres() {
            super(Product.POSTGRESQL);
        }
    }

    @Nested
    @NeedsMaria
    class Maria extends JdbcStoreContract {
        Maria() {
            super(Product.MARIADB);
        }
    }
}
