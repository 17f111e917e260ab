package dev.divvy.outbox;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import org.junit.jupiter.api.Nested;

class NotBeforeTest {

    @Nested
    class OnH2 extends NotBeforeContract {
        @Override
        Database database() {
            return Database.of(DatabaseKind.H2);
        }
    }

    @Nested
    @NeedsPostgres
    class OnPostgres extends NotBeforeContract {
        @Override
        Database database() {
            return Database.of(DatabaseKind.POSTGRESQL);
        }
    }

    @Nested
    @NeedsMaria
    class OnMaria extends NotBeforeContract {
        @Override
        Database database() {
            return Database.of(DatabaseKind.MARIADB);
        }
    }
}
