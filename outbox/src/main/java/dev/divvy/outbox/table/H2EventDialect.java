package dev.divvy.outbox.table;

import dev.divvy.boardsql.jdbc.TimeDialect;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The dialect of H2. */
final class H2EventDialect implements EventDialect, TimeDialect.H2 {

    private static final int DUPLICATE_KEY = 23505;

    @Override
    public String timeOfMillis(String millis) {
        return "DATEADD('MILLISECOND', CAST(" + millis
                + " AS BIGINT), TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00')";
    }

    @Override
    public String insertOnce(String table, String columnsAndValues, String key) {
        return "INSERT INTO " + table + " " + columnsAndValues;
    }

    @Override
    public boolean isDuplicate(SQLException error) {
        return error.getErrorCode() == DUPLICATE_KEY;
    }

    @Override
    public boolean hasEstimates() {
        return false;
    }

    @Override
    public String explain(String query) {
        throw new UnsupportedOperationException("H2 estimates no numbers of rows");
    }

    @Override
    public long estimatedRows(ResultSet plan) {
        throw new UnsupportedOperationException("H2 estimates no numbers of rows");
    }

    @Override
    public String epochMillis(String column) {
        return "CAST(EXTRACT(EPOCH FROM " + column + ") * 1000 AS BIGINT)";
    }
}
