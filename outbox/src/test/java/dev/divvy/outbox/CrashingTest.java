package dev.divvy.outbox;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import org.junit.jupiter.api.Nested;

class CrashingTest {

    @Nested
    class OnH2 extends CrashingContract {
        @Override
        Database database() {
            return Database.of(DatabaseKind.H2);
        }
    }

    @Nested
    @NeedsPostgres
    class OnPostgres extends CrashingContract {
        @Override
        Database database() {
            return Database.of(DatabaseKind.POSTGRESQL);
        }
    }

    @Nested
    @NeedsMaria
    class OnMaria extends CrashingContract {
        @Override
        Database database() {
            return Database.of(DatabaseKind.MARIADB);
        }
    }
}
