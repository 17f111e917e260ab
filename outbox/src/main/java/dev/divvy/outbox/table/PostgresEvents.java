package dev.divvy.outbox.table;

/** PostgreSQL, and what speaks like it. */
final class PostgresEvents implements EventDialect {

    @Override
    public String now() {
        return "CURRENT_TIMESTAMP";
    }

    @Override
    public String nowPlusMillis() {
        return "CURRENT_TIMESTAMP + CAST(? AS BIGINT) * INTERVAL '1 millisecond'";
    }

    @Override
    public String epochMillis(String column) {
        return "CAST(EXTRACT(EPOCH FROM " + column + ") * 1000 AS BIGINT)";
    }
}
