package dev.divvy.outbox;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import org.junit.jupiter.api.Nested;

class UnreadablePayloadTest {

    @Nested
    class OnH2 extends UnreadablePayloadContract {
        @Override
        Database database() {
            return Database.of(DatabaseKind.H2);
        }
    }

    @Nested
    @NeedsPostgres
    class OnPostgres extends UnreadablePayloadContract {
        @Override
        Database database() {
            return Database.of(DatabaseKind.POSTGRESQL);
        }
    }

    @Nested
    @NeedsMaria
    class OnMaria extends UnreadablePayloadContract {
        @Override
        Database database() {
            return Database.of(DatabaseKind.MARIADB);
        }
    }
}
