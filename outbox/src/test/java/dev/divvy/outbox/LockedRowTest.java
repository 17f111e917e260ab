package dev.divvy.outbox;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

class LockedRowTest {

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnH2 extends LockedRowContract {

        /** The other tests have processes wait for a minute. */
        private final Database database = Database.with(
                DatabaseKind.H2,
                20,
                pool -> pool.setJdbcUrl("jdbc:h2:mem:locked_rows;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=500"));

        @Override
        Database database() {
            return database;
        }

        @AfterAll
        void close() {
            database.pool().close();
        }
    }

    @Nested
    @NeedsPostgres
    class OnPostgres extends LockedRowContract {
        @Override
        Database database() {
            return Database.of(DatabaseKind.POSTGRESQL);
        }
    }

    @Nested
    @NeedsMaria
    class OnMaria extends LockedRowContract {
        @Override
        Database database() {
            return Database.of(DatabaseKind.MARIADB);
        }
    }
}
