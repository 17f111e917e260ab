package dev.divvy.outbox;

import dev.divvy.boardsql.jdbc.Product;
import dev.divvy.testservers.NeedsMaria;
import dev.divvy.testservers.NeedsPostgres;
import org.junit.jupiter.api.Nested;

class SharingTest {

    @Nested
    class OnH2 extends SharingDuties {
        @Override
        Database database() {
            return Database.of(Product.H2);
        }
    }

    @Nested
    @NeedsPostgres
    class OnPostgres extends SharingDuties {
        @Override
        Database database() {
            return Database.of(Product.POSTGRESQL);
        }
    }

    @Nested
    @NeedsMaria
    class OnMaria extends SharingDuties {
        @Override
        Database database() {
            return Database.of(Product.MARIADB);
        }
    }
}
