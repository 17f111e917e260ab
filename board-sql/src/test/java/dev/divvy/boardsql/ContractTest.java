package dev.divvy.boardsql;

import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import org.junit.jupiter.api.Nested;

/** The board keeps the contract on every database and at every level of isolation. */
class ContractTest {

    @Nested
    class H2 extends SqlBoardContract {
        H2() {
            super(Place.h2());
        }
    }

    @Nested
    @NeedsPostgres
    class PostgresReadCommitted extends SqlBoardContract {
        PostgresReadCommitted() {
            super(Place.postgres(Place.READ_COMMITTED));
        }
    }

    @Nested
    @NeedsPostgres
    class PostgresRepeatableRead extends SqlBoardContract {
        PostgresRepeatableRead() {
            super(Place.postgres(Place.REPEATABLE_READ));
        }
    }

    @Nested
    @NeedsPostgres
    class PostgresSerializable extends SqlBoardContract {
        PostgresSerializable() {
            super(Place.postgres(Place.SERIALIZABLE));
        }
    }

    @Nested
    @NeedsMaria
    class MariaReadCommitted extends SqlBoardContract {
        MariaReadCommitted() {
            super(Place.maria(Place.READ_COMMITTED));
        }
    }

    @Nested
    @NeedsMaria
    class MariaRepeatableRead extends SqlBoardContract {
        MariaRepeatableRead() {
            super(Place.maria(Place.REPEATABLE_READ));
        }
    }

    @Nested
    @NeedsMaria
    class MariaSerializable extends SqlBoardContract {
        MariaSerializable() {
            super(Place.maria(Place.SERIALIZABLE));
        }
    }
}
