package dev.divvy.outbox;

import dev.divvy.boardsql.jdbc.Product;
import dev.divvy.testservers.NeedsMaria;
import dev.divvy.testservers.NeedsPostgres;
import org.junit.jupiter.api.Nested;

class SendingTest {

    @Nested
    class OnH2 extends SendingDuties {
        @Override
        Database database() {
            return Database.of(Product.H2);
        }
    }

    @Nested
    @NeedsPostgres
    class OnPostgres extends SendingDuties {
        @Override
        Database database() {
            return Database.of(Product.POSTGRESQL);
        }
    }

    @Nested
    @NeedsMaria
    class OnMaria extends SendingDuties {
        @Override
        Database database() {
            return Database.of(Product.MARIADB);
        }
    }
}
