package dev.divvy.boardsql;

import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import org.junit.jupiter.api.Nested;

/** The fence holds on every database and at every level of isolation. */
class FenceTest {

    @Nested
    class H2 extends FenceContract {
        H2() {
            super(TestDatabase.h2());
        }
    }

    @Nested
    @NeedsPostgres
    class PostgresReadCommitted extends FenceContract {
        PostgresReadCommitted() {
            super(TestDatabase.postgres(TestDatabase.READ_COMMITTED));
        }
    }

    @Nested
    @NeedsPostgres
    class PostgresRepeatableRead extends FenceContract {
        PostgresRepeatableRead() {
            super(TestDatabase.postgres(TestDatabase.REPEATABLE_READ));
        }
    }

    @Nested
    @NeedsPostgres
    class PostgresSerializable extends FenceContract {
        PostgresSerializable() {
            super(TestDatabase.postgres(TestDatabase.SERIALIZABLE));
        }
    }

    @Nested
    @NeedsMaria
    class MariaReadCommitted extends FenceContract {
        MariaReadCommitted() {
            super(TestDatabase.maria(TestDatabase.READ_COMMITTED));
        }
    }

    @Nested
    @NeedsMaria
    class MariaRepeatableRead extends FenceContract {
        MariaRepeatableRead() {
            super(TestDatabase.maria(TestDatabase.REPEATABLE_READ));
        }
    }

    @Nested
    @NeedsMaria
    class MariaSerializable extends FenceContract {
        MariaSerializable() {
            super(TestDatabase.maria(TestDatabase.SERIALIZABLE));
        }
    }
}
