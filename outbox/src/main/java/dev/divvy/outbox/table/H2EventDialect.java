package dev.divvy.outbox.table;

import dev.divvy.boardsql.jdbc.TimeDialect;

/** The dialect of H2. */
final class H2EventDialect implements EventDialect, TimeDialect.H2 {

    @Override
    public String epochMillis(String column) {
        return "CAST(EXTRACT(EPOCH FROM " + column + ") * 1000 AS BIGINT)";
    }
}
