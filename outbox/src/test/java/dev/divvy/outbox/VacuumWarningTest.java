package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.table.VacuumCheck;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What keeps PostgreSQL from removing the rows of completed events is said. */
@NeedsPostgres
@Timeout(60)
class VacuumWarningTest {

    private final Database database = Database.of(DatabaseKind.POSTGRESQL);

    @Test
    void anOldSnapshotIsNamed() throws Exception {
        try (OutboxFixture fixture = new OutboxFixture(database);
                Connection report = database.source().getConnection();
                Statement statement = report.createStatement()) {
            VacuumCheck check = new VacuumCheck(List.of(fixture.table()), Duration.ofSeconds(1), Long.MAX_VALUE);
            report.setAutoCommit(false);
            statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            statement.execute("SET LOCAL application_name = 'monthly report'");
            statement.execute("SELECT 1");
            OutboxFixture.until(
                    "it is old",
                    () -> fixture.in(check::warnings).stream()
                            .anyMatch(warning -> warning.contains("a transaction of monthly report")
                                    && warning.contains("idle in transaction")));
            report.rollback();
            OutboxFixture.until(
                    "it has ended",
                    () -> fixture.in(check::warnings).stream()
                            .noneMatch(warning -> warning.contains("monthly report")));
            report.setAutoCommit(true);
        }
    }

    @Test
    void deadRowsThatPileUpAreCounted() throws Exception {
        try (OutboxFixture fixture = new OutboxFixture(database)) {
            VacuumCheck check = new VacuumCheck(List.of(fixture.table()), Duration.ofDays(1), 500);
            fixture.run("ALTER TABLE " + fixture.table() + " SET (autovacuum_enabled = off)");
            fixture.run("INSERT INTO " + fixture.table()
                    + " (entity_name, entity_id, entity_id_hash) SELECT 'Order', '1', 1 FROM generate_series(1, 1000)");
            fixture.run("DELETE FROM " + fixture.table());
            OutboxFixture.until(
                    "they are counted",
                    () -> fixture.in(check::warnings).stream()
                            .anyMatch(warning -> warning.startsWith(fixture.table() + " has about 1000 dead rows")));
            assertThat(fixture.outbox().admin().warnings())
                    .as("within the usual limits")
                    .isEmpty();
        }
    }

    @Test
    void theTablesAreVacuumedEarly() throws Exception {
        try (OutboxFixture fixture = new OutboxFixture(database)) {
            for (String table :
                    List.of(fixture.table(), fixture.outbox().settings().boardTable("beat"))) {
                assertThat(fixture.query("SELECT reloptions FROM pg_class WHERE oid = to_regclass('" + table + "')"))
                        .singleElement()
                        .asString()
                        .contains("autovacuum_vacuum_scale_factor=0.01");
            }
        }
    }
}
