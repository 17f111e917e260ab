package dev.divvy.outbox;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.testservers.needs.NeedsPostgres;
import org.junit.jupiter.api.Nested;

class ManyTenantsTest {

    @Nested
    class OnH2 extends ManyTenantsContract {
        @Override
        Database database(int connections) {
            return Database.with(DatabaseKind.H2, connections, pool -> {});
        }

        @Override
        int tenants() {
            return 50;
        }
    }

    @Nested
    @NeedsPostgres
    class OnPostgres extends ManyTenantsContract {
        @Override
        Database database(int connections) {
            return Database.with(DatabaseKind.POSTGRESQL, connections, pool -> {});
        }

        @Override
        int tenants() {
            return 200;
        }
    }
}
