package dev.divvy.boardsql;

import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * The board keeps the contract on every database. A normal run tests all of it at the default isolation level of the database, and at the
 * other levels only concurrent requests, which alone depend on the level. A long run tests everything at all levels.
 */
class ContractTest {

    @Nested
    class H2 extends SqlBoardContract {
        H2() {
            super(TestDatabase.h2());
        }
    }

    @Nested
    @NeedsPostgres
    class PostgresReadCommitted extends SqlBoardContract {
        PostgresReadCommitted() {
            super(TestDatabase.postgres(TestDatabase.READ_COMMITTED));
        }
    }

    @Nested
    @Tag("long")
    @NeedsPostgres
    class PostgresRepeatableRead extends SqlBoardContract {
        PostgresRepeatableRead() {
            super(TestDatabase.postgres(TestDatabase.REPEATABLE_READ));
        }
    }

    @Nested
    @Tag("long")
    @NeedsPostgres
    class PostgresSerializable extends SqlBoardContract {
        PostgresSerializable() {
            super(TestDatabase.postgres(TestDatabase.SERIALIZABLE));
        }
    }

    @Nested
    @Tag("long")
    @NeedsMaria
    class MariaReadCommitted extends SqlBoardContract {
        MariaReadCommitted() {
            super(TestDatabase.maria(TestDatabase.READ_COMMITTED));
        }
    }

    @Nested
    @NeedsMaria
    class MariaRepeatableRead extends SqlBoardContract {
        MariaRepeatableRead() {
            super(TestDatabase.maria(TestDatabase.REPEATABLE_READ));
        }
    }

    @Nested
    @Tag("long")
    @NeedsMaria
    class MariaSerializable extends SqlBoardContract {
        MariaSerializable() {
            super(TestDatabase.maria(TestDatabase.SERIALIZABLE));
        }
    }

    @Nested
    @NeedsPostgres
    class PostgresRepeatableReadRaces extends SqlBoardRaceContract {
        PostgresRepeatableReadRaces() {
            super(TestDatabase.postgres(TestDatabase.REPEATABLE_READ));
        }
    }

    @Nested
    @NeedsPostgres
    class PostgresSerializableRaces extends SqlBoardRaceContract {
        PostgresSerializableRaces() {
            super(TestDatabase.postgres(TestDatabase.SERIALIZABLE));
        }
    }

    @Nested
    @NeedsMaria
    class MariaReadCommittedRaces extends SqlBoardRaceContract {
        MariaReadCommittedRaces() {
            super(TestDatabase.maria(TestDatabase.READ_COMMITTED));
        }
    }

    @Nested
    @NeedsMaria
    class MariaSerializableRaces extends SqlBoardRaceContract {
        MariaSerializableRaces() {
            super(TestDatabase.maria(TestDatabase.SERIALIZABLE));
        }
    }
}
