package dev.divvy.boardsql;

import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The server ends what stands still: in the usual run at the default level of isolation, on which it does not depend. */
class IdleLimitTest {

    @Nested
    @NeedsPostgres
    class PostgresReadCommitted extends IdleLimitDuties {
        PostgresReadCommitted() {
            super(Place.postgres(Place.READ_COMMITTED));
        }
    }

    @Nested
    @Tag("long")
    @NeedsPostgres
    class PostgresRepeatableRead extends IdleLimitDuties {
        PostgresRepeatableRead() {
            super(Place.postgres(Place.REPEATABLE_READ));
        }
    }

    @Nested
    @Tag("long")
    @NeedsPostgres
    class PostgresSerializable extends IdleLimitDuties {
        PostgresSerializable() {
            super(Place.postgres(Place.SERIALIZABLE));
        }
    }

    @Nested
    @Tag("long")
    @NeedsMaria
    class MariaReadCommitted extends IdleLimitDuties {
        MariaReadCommitted() {
            super(Place.maria(Place.READ_COMMITTED));
        }
    }

    @Nested
    @NeedsMaria
    class MariaRepeatableRead extends IdleLimitDuties {
        MariaRepeatableRead() {
            super(Place.maria(Place.REPEATABLE_READ));
        }
    }

    @Nested
    @Tag("long")
    @NeedsMaria
    class MariaSerializable extends IdleLimitDuties {
        MariaSerializable() {
            super(Place.maria(Place.SERIALIZABLE));
        }
    }
}
