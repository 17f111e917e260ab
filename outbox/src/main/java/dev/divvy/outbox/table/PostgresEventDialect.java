package dev.divvy.outbox.table;

import dev.divvy.boardsql.jdbc.TimeDialect;
import java.util.List;
import java.util.stream.Collectors;

/** PostgreSQL, and what speaks like it. */
final class PostgresEventDialect implements EventDialect, TimeDialect.Postgres {

    /** EXTRACT would count in decimals, at ten times the cost; a double has microseconds to spare. */
    @Override
    public String epochMillis(String column) {
        return "CAST(DATE_PART('epoch', " + column + ") * 1000 AS BIGINT)";
    }

    /** One word to the parser, however many there are. */
    @Override
    public String oneOf(List<Long> ids) {
        return ids.stream().map(String::valueOf).collect(Collectors.joining(",", "= ANY ('{", "}')"));
    }
}
