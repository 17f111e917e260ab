package dev.divvy.outbox;

import dev.divvy.boardsql.jdbc.Product;
import dev.divvy.testservers.NeedsMaria;
import dev.divvy.testservers.NeedsPostgres;
import org.junit.jupiter.api.Nested;

class FailingTest {

    @Nested
    class OnH2 extends FailingDuties {
        @Override
        Database database() {
            return Database.of(Product.H2);
        }
    }

    @Nested
    @NeedsPostgres
    class OnPostgres extends FailingDuties {
        @Override
        Database database() {
            return Database.of(Product.POSTGRESQL);
        }
    }

    @Nested
    @NeedsMaria
    class OnMaria extends FailingDuties {
        @Override
        Database database() {
            return Database.of(Product.MARIADB);
        }
    }
}
