package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.table.EventTable;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A page is read through the index, without a sort; -Ddivvy.plan.rows=1000000 prints the plans of docs/outbox.md. */
class PlanTest {

    private static final int ROWS = Integer.getInteger("divvy.plan.rows", 20_000);
    private static final int PER_TRANSACTION = 10_000;
    private static final int QUARTER = 1 << 30;
    private static final int PAGE_SIZE = 1000;

    @Test
    void onH2() throws Exception {
        assertThat(plan(DatabaseKind.H2, "EXPLAIN ANALYZE "))
                .containsIgnoringCase("_todo: status = 'PENDING'")
                .containsIgnoringCase("index sorted");
    }

    @Test
    @NeedsPostgres
    void onPostgres() throws Exception {
        assertThat(plan(DatabaseKind.POSTGRESQL, "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) "))
                .contains("Index Scan using")
                .contains("_todo")
                .doesNotContain("Sort");
    }

    /** Without the guard, PostgreSQL 18 sorts the 20,000 rows here; it does not sort 100,000. */
    @Test
    @NeedsPostgres
    void onPostgresWithTheStatisticsOfAFewRows() throws Exception {
        Database database = Database.of(DatabaseKind.POSTGRESQL);
        try (OutboxFixture fixture = new OutboxFixture(database)) {
            fixture.run("ALTER TABLE " + fixture.table() + " SET (autovacuum_enabled = off)");
            fill(database, fixture.table(), 5);
            fixture.run("ANALYZE " + fixture.table());
            fill(database, fixture.table(), ROWS);
            EventTable table = new EventTable(fixture.table(), database.kind());
            String plan = fixture.in(connection -> {
                table.preventSort(connection);
                return query(connection, "EXPLAIN " + page(table));
            });
            assertThat(plan).contains("Index Scan using").contains("_todo").doesNotContain("Sort");
            fixture.run("DROP TABLE " + fixture.table());
        }
    }

    @Test
    @NeedsMaria
    void onMaria() throws Exception {
        assertThat(plan(DatabaseKind.MARIADB, "ANALYZE "))
                .contains("range")
                .contains("_todo")
                .doesNotContain("filesort");
    }

    @Test
    void completedEventsAreDeletedInTheOrderOfTheIndexOnH2() throws Exception {
        assertThat(keptPlan(DatabaseKind.H2, "EXPLAIN ANALYZE "))
                .containsIgnoringCase("_kept: done_at <=")
                .containsIgnoringCase("index sorted");
    }

    @Test
    @NeedsPostgres
    void completedEventsAreDeletedInTheOrderOfTheIndexOnPostgres() throws Exception {
        assertThat(keptPlan(DatabaseKind.POSTGRESQL, "EXPLAIN (COSTS OFF) "))
                .contains("_kept")
                .doesNotContain("Sort");
    }

    /** Without the guard, PostgreSQL 18 reads and sorts the whole table for each page. */
    @Test
    @NeedsPostgres
    void completedEventsAreDeletedInTheOrderOfTheIndexOnPostgresWithoutStatistics() throws Exception {
        Database database = Database.of(DatabaseKind.POSTGRESQL);
        try (OutboxFixture fixture = new OutboxFixture(database)) {
            fixture.run("ALTER TABLE " + fixture.table() + " SET (autovacuum_enabled = off)");
            fill(database, fixture.table(), ROWS);
            EventTable table = new EventTable(fixture.table(), database.kind());
            try (Connection connection = database.source().getConnection()) {
                try (Statement update = connection.createStatement()) {
                    update.execute("UPDATE " + fixture.table()
                            + " SET status = 'DONE', done_at = created_at - id * INTERVAL '1 ms'");
                }
                long before = fetched(connection, fixture.table());
                int found = PAGE_SIZE;
                while (found == PAGE_SIZE) {
                    found = table.deleteDone(connection, Duration.ZERO, 0, PAGE_SIZE)
                            .found();
                }
                assertThat(fetched(connection, fixture.table()) - before)
                        .as("rows fetched to delete %d in pages of %d", ROWS, PAGE_SIZE)
                        .isLessThan(3L * ROWS);
            }
            fixture.run("DROP TABLE " + fixture.table());
        }
    }

    @Test
    @NeedsMaria
    void completedEventsAreDeletedInTheOrderOfTheIndexOnMaria() throws Exception {
        assertThat(keptPlan(DatabaseKind.MARIADB, "ANALYZE "))
                .contains("range")
                .contains("_kept")
                .contains("Using index")
                .doesNotContain("filesort");
    }

    /** Aborted events have a time as well, and are never deleted: on MariaDB they are left out by the index alone, and their rows not read. */
    private static String keptPlan(DatabaseKind kind, String explain) throws Exception {
        Database database = Database.of(kind);
        try (OutboxFixture fixture = new OutboxFixture(database)) {
            fill(database, fixture.table(), 3_000);
            String update = "UPDATE " + fixture.table() + " SET done_at = created_at, status = ";
            fixture.run(update + "'ABORTED' WHERE id <= 1500");
            fixture.run(update + "'DONE' WHERE id > 1500");
            fixture.run(kind == DatabaseKind.MARIADB ? "ANALYZE TABLE " + fixture.table() : "ANALYZE");
            EventTable table = new EventTable(fixture.table(), kind);
            String plan =
                    fixture.in(connection -> query(connection, explain + table.doneStatement(Duration.ZERO, 0, 50)));
            fixture.run("DROP TABLE " + fixture.table());
            return plan;
        }
    }

    private static String plan(DatabaseKind kind, String explain) throws Exception {
        Database database = Database.of(kind);
        try (OutboxFixture fixture = new OutboxFixture(database)) {
            fill(database, fixture.table(), ROWS);
            fixture.run(kind == DatabaseKind.MARIADB ? "ANALYZE TABLE " + fixture.table() : "ANALYZE");
            String statement = explain + page(new EventTable(fixture.table(), kind));
            String plan = fixture.in(connection -> query(connection, statement));
            if (ROWS >= 1_000_000) {
                System.out.println(kind + "\n" + plan);
            }
            fixture.run("DROP TABLE " + fixture.table());
            return plan;
        }
    }

    private static String page(EventTable table) {
        return table.pageStatement(new HashRange(-QUARTER, QUARTER), 500, true);
    }

    private static String query(Connection connection, String statement) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (Statement query = connection.createStatement()) {
            try (ResultSet rows = query.executeQuery(statement)) {
                while (rows.next()) {
                    List<String> cells = new ArrayList<>();
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                        cells.add(rows.getString(i));
                    }
                    lines.add(String.join(" | ", cells));
                }
            }
        }
        return String.join("\n", lines);
    }

    /** Returns the number of rows of a table that this connection, and those that have ended, have had PostgreSQL fetch. */
    private static long fetched(Connection connection, String table) throws SQLException {
        query(connection, "SELECT pg_stat_force_next_flush()");
        return Long.parseLong(query(
                connection,
                "SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_all_tables WHERE relname = '" + table + "'"));
    }

    private static void fill(Database database, String table, int rows) throws Exception {
        Random random = new Random(1);
        try (Connection connection = database.source().getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table
                        + " (entity_name, entity_id, entity_id_hash, payload) VALUES (?, ?, ?, ?)")) {
            connection.setAutoCommit(false);
            for (int i = 1; i <= rows; i++) {
                String id = Integer.toString(random.nextInt(ROWS / 2));
                insert.setString(1, "Order");
                insert.setString(2, id);
                insert.setInt(3, EventTable.hash(id));
                insert.setBytes(4, new byte[100]);
                insert.addBatch();
                if (i % PER_TRANSACTION == 0 || i == rows) {
                    insert.executeBatch();
                    connection.commit();
                }
            }
            connection.setAutoCommit(true);
        }
    }
}
