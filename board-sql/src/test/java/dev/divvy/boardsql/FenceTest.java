package dev.divvy.boardsql;

import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import org.junit.jupiter.api.Nested;

/** The fence holds on every database and at every level of isolation. */
class FenceTest {

    @Nested
    class H2 extends FenceDuties {
        H2() {
            super(Place.h2());
        }
    }

    @Nested
    @NeedsPostgres
    class PostgresReadCommitted extends FenceDuties {
        PostgresReadCommitted() {
            super(Place.postgres(Place.READ_COMMITTED));
        }
    }

    @Nested
    @NeedsPostgres
    class PostgresRepeatableRead extends FenceDuties {
        PostgresRepeatableRead() {
            super(Place.postgres(Place.REPEATABLE_READ));
        }
    }

    @Nested
    @NeedsPostgres
    class PostgresSerializable extends FenceDuties {
        PostgresSerializable() {
            super(Place.postgres(Place.SERIALIZABLE));
        }
    }

    @Nested
    @NeedsMaria
    class MariaReadCommitted extends FenceDuties {
        MariaReadCommitted() {
            super(Place.maria(Place.READ_COMMITTED));
        }
    }

    @Nested
    @NeedsMaria
    class MariaRepeatableRead extends FenceDuties {
        MariaRepeatableRead() {
            super(Place.maria(Place.REPEATABLE_READ));
        }
    }

    @Nested
    @NeedsMaria
    class MariaSerializable extends FenceDuties {
        MariaSerializable() {
            super(Place.maria(Place.SERIALIZABLE));
        }
    }
}
