package dev.divvy.outbox.table;

/**
 * MariaDB and MySQL. The columns are of the type that keeps a moment whatever time zone a connection is in, and moments are computed as
 * seconds since 1970: the hour that a clock skips in spring is no time at all to the server.
 */
final class MariaEventDialect implements EventDialect {

    @Override
    public String now() {
        return "CURRENT_TIMESTAMP(3)";
    }

    @Override
    public String nowPlusMillis() {
        return "FROM_UNIXTIME((" + epochMillisNow() + " + ?) / 1000.0)";
    }

    @Override
    public String epochMillis(String column) {
        return "CAST(UNIX_TIMESTAMP(" + column + ") * 1000 AS SIGNED)";
    }

    @Override
    public String epochMillisNow() {
        return "(UNIX_TIMESTAMP() * 1000 + MICROSECOND(CURRENT_TIMESTAMP(3)) DIV 1000)";
    }

    /**
     * For an equality it may look up the status alone and walk through all hashes before the range; for two values, of which nobody has the
     * first, it goes to the range.
     */
    @Override
    public String is(String status) {
        return "status IN ('', '" + status + "')";
    }
}
