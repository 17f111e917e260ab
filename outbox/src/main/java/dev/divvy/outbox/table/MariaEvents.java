package dev.divvy.outbox.table;

/** MariaDB and MySQL. The columns are of the type that keeps a moment whatever time zone a connection is in. */
final class MariaEvents implements EventDialect {

    @Override
    public String now() {
        return "CURRENT_TIMESTAMP(3)";
    }

    @Override
    public String nowPlusMillis() {
        return "TIMESTAMPADD(MICROSECOND, ? * 1000, CURRENT_TIMESTAMP(3))";
    }

    @Override
    public String epochMillis(String column) {
        return "CAST(UNIX_TIMESTAMP(" + column + ") * 1000 AS SIGNED)";
    }
}
