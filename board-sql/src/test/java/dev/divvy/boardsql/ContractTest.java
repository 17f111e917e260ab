package dev.divvy.boardsql;

import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * The board keeps the contract on every database. In the usual run it does so at the default level of isolation; at the other levels the
 * duties of racing requests are shown, which alone depend on it. A long run shows all duties at all levels.
 */
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
    @Tag("long")
    @NeedsPostgres
    class PostgresRepeatableRead extends SqlBoardContract {
        PostgresRepeatableRead() {
            super(Place.postgres(Place.REPEATABLE_READ));
        }
    }

    @Nested
    @Tag("long")
    @NeedsPostgres
    class PostgresSerializable extends SqlBoardContract {
        PostgresSerializable() {
            super(Place.postgres(Place.SERIALIZABLE));
        }
    }

    @Nested
    @Tag("long")
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
    @Tag("long")
    @NeedsMaria
    class MariaSerializable extends SqlBoardContract {
        MariaSerializable() {
            super(Place.maria(Place.SERIALIZABLE));
        }
    }

    @Nested
    @NeedsPostgres
    class PostgresRepeatableReadRaces extends SqlBoardRaceContract {
        PostgresRepeatableReadRaces() {
            super(Place.postgres(Place.REPEATABLE_READ));
        }
    }

    @Nested
    @NeedsPostgres
    class PostgresSerializableRaces extends SqlBoardRaceContract {
        PostgresSerializableRaces() {
            super(Place.postgres(Place.SERIALIZABLE));
        }
    }

    @Nested
    @NeedsMaria
    class MariaReadCommittedRaces extends SqlBoardRaceContract {
        MariaReadCommittedRaces() {
            super(Place.maria(Place.READ_COMMITTED));
        }
    }

    @Nested
    @NeedsMaria
    class MariaSerializableRaces extends SqlBoardRaceContract {
        MariaSerializableRaces() {
            super(Place.maria(Place.SERIALIZABLE));
        }
    }
}
