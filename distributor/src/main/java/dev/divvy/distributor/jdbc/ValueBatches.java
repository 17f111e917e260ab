package dev.divvy.distributor.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Splits values into batches per statement: a round trip per value would take minutes, and some databases reject all in one statement. */
final class ValueBatches {

    private static final int SIZE = 500;

    private ValueBatches() {}

    static <T> List<List<T>> of(Collection<T> values) {
        List<T> all = new ArrayList<>(values);
        List<List<T>> batches = new ArrayList<>();
        for (int from = 0; from < all.size(); from += SIZE) {
            batches.add(all.subList(from, Math.min(all.size(), from + SIZE)));
        }
        return batches;
    }

    /** Sets the first parameters. */
    static void fill(PreparedStatement statement, String... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setString(i + 1, values[i]);
        }
    }
}
