package dev.divvy.outbox;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class InsideTest {

    @Nested
    class OnH2 extends InsideContract {
        @Override
        Database database() {
            return Database.of(DatabaseKind.H2);
        }
    }

    @Nested
    @NeedsPostgres
    class OnPostgres extends InsideContract {
        @Override
        Database database() {
            return Database.of(DatabaseKind.POSTGRESQL);
        }

        @Test
        void aHandlerThatLosesItsConnectionIsAFailureOfItsEventAlone() throws Exception {
            aLostConnectionIsAFailureOfItsEventAlone("SELECT pg_terminate_backend(pg_backend_pid())");
        }

        @Test
        void aHandlerThatLosesItsConnectionIsFoundInABatchToo() throws Exception {
            aLostConnectionIsFoundInABatchToo("SELECT pg_terminate_backend(pg_backend_pid())");
        }
    }

    @Nested
    @NeedsMaria
    class OnMaria extends InsideContract {
        @Override
        Database database() {
            return Database.of(DatabaseKind.MARIADB);
        }

        @Test
        void aHandlerThatLosesItsConnectionIsAFailureOfItsEventAlone() throws Exception {
            aLostConnectionIsAFailureOfItsEventAlone("KILL CONNECTION_ID()");
        }

        @Test
        void aHandlerThatLosesItsConnectionIsFoundInABatchToo() throws Exception {
            aLostConnectionIsFoundInABatchToo("KILL CONNECTION_ID()");
        }
    }
}
