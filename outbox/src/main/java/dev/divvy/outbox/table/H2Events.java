package dev.divvy.outbox.table;

/** H2. */
final class H2Events implements EventDialect {

    @Override
    public String now() {
        return "CURRENT_TIMESTAMP(3)";
    }

    @Override
    public String nowPlusMillis() {
        return "DATEADD('MILLISECOND', ?, CURRENT_TIMESTAMP(3))";
    }

    @Override
    public String epochMillis(String column) {
        return "CAST(EXTRACT(EPOCH FROM " + column + ") * 1000 AS BIGINT)";
    }
}
