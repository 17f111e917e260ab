package dev.divvy.distributor.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Many values, so many to a statement: one way to the server for each would take minutes, all in one is more than some databases take. */
final class ValueBatches {

    private static final int SIZE = 500;

    private ValueBatches() {}

    static <T> List<List<T>> of(Collection<T> values) {
        List<T> all = new ArrayList<>(values);
        List<List<T>> chunks = new ArrayList<>();
        for (int from = 0; from < all.size(); from += SIZE) {
            chunks.add(all.subList(from, Math.min(all.size(), from + SIZE)));
        }
        return chunks;
    }

    /** Fills in the first parameters. */
    static void fill(PreparedStatement statement, String... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setString(i + 1, values[i]);
        }
    }
}
