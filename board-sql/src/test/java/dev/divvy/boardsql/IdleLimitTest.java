package dev.divvy.boardsql;

import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The server ends idle transactions. A normal run tests this at the default isolation level of the database: it does not depend on it. */
class IdleLimitTest {

    @Nested
    @NeedsPostgres
    class PostgresReadCommitted extends IdleLimitContract {
        PostgresReadCommitted() {
            super(TestDatabase.postgres(TestDatabase.READ_COMMITTED));
        }
    }

    @Nested
    @Tag("long")
    @NeedsPostgres
    class PostgresRepeatableRead extends IdleLimitContract {
        PostgresRepeatableRead() {
            super(TestDatabase.postgres(TestDatabase.REPEATABLE_READ));
        }
    }

    @Nested
    @Tag("long")
    @NeedsPostgres
    class PostgresSerializable extends IdleLimitContract {
        PostgresSerializable() {
            super(TestDatabase.postgres(TestDatabase.SERIALIZABLE));
        }
    }

    @Nested
    @Tag("long")
    @NeedsMaria
    class MariaReadCommitted extends IdleLimitContract {
        MariaReadCommitted() {
            super(TestDatabase.maria(TestDatabase.READ_COMMITTED));
        }
    }

    @Nested
    @NeedsMaria
    class MariaRepeatableRead extends IdleLimitContract {
        MariaRepeatableRead() {
            super(TestDatabase.maria(TestDatabase.REPEATABLE_READ));
        }
    }

    @Nested
    @Tag("long")
    @NeedsMaria
    class MariaSerializable extends IdleLimitContract {
        MariaSerializable() {
            super(TestDatabase.maria(TestDatabase.SERIALIZABLE));
        }
    }
}
