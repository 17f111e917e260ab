package dev.divvy.outbox.table;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.boardsql.jdbc.TimeDialect;
import java.util.List;
import java.util.stream.Collectors;

/** What differs from database to database in the statements of the outbox. Times are compared by the database's clock only. */
interface EventDialect extends TimeDialect {

    static EventDialect of(DatabaseKind product) {
        return switch (product) {
            case POSTGRESQL -> new PostgresEventDialect();
            case MARIADB, MYSQL -> new MariaEventDialect();
            case H2 -> new H2EventDialect();
        };
    }

    /** The condition that lets the index be walked from the first hash of a range on. */
    default String is(String status) {
        return "status = '" + status + "'";
    }

    /** A moment as milliseconds since 1970. */
    String epochMillis(String column);

    /** How many milliseconds from now until a moment; negative when it is over. */
    default String millisUntil(String column) {
        return epochMillis(column) + " - " + epochMillisNow();
    }

    default String epochMillisNow() {
        return epochMillis(now());
    }

    /** What follows a column that must be one of these. */
    default String oneOf(List<Long> ids) {
        return ids.stream().map(String::valueOf).collect(Collectors.joining(", ", "IN (", ")"));
    }
}
