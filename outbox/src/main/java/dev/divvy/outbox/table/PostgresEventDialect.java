package dev.divvy.outbox.table;

import dev.divvy.boardsql.jdbc.TimeDialect;
import java.util.List;
import java.util.stream.Collectors;

/** The dialect of PostgreSQL. */
final class PostgresEventDialect implements EventDialect, TimeDialect.Postgres {

    /** EXTRACT computes in decimals, at ten times the cost; a double is exact to the microsecond. */
    @Override
    public String epochMillis(String column) {
        return "CAST(DATE_PART('epoch', " + column + ") * 1000 AS BIGINT)";
    }

    @Override
    public String insertOnce(String table, String columnsAndValues, String key) {
        return "INSERT INTO " + table + " " + columnsAndValues + " ON CONFLICT (" + key + ") WHERE " + key
                + " IS NOT NULL DO NOTHING";
    }

    /** An array literal is one token for the parser, whatever its length. */
    @Override
    public String oneOf(List<Long> ids) {
        return ids.stream().map(String::valueOf).collect(Collectors.joining(",", "= ANY ('{", "}')"));
    }
}
