package dev.divvy.outbox.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.inbox.Inbox;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import liquibase.Contexts;
import liquibase.Liquibase;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** An outbox and an inbox work on the tables that a migration tool created from the files of the jar. */
interface MigrationContract {

    DatabaseKind kind();

    /** Returns a database without tables. */
    DataSource emptyDatabase() throws Exception;

    @Test
    default void flywayCreatesTheTables() throws Exception {
        DataSource database = emptyDatabase();
        Flyway flyway = flyway(database, "first_history");
        assertThat(flyway.migrate().migrationsExecuted).isEqualTo(1);
        assertThat(flyway.migrate().migrationsExecuted).isZero();
        checkTablesWork(database);
        assertThat(flyway(database, "second_history").migrate().migrationsExecuted)
                .as("once more")
                .isEqualTo(1);
        checkTablesWork(database);
    }

    private Flyway flyway(DataSource database, String history) {
        return Flyway.configure()
                .dataSource(database)
                .locations("classpath:" + MigrationFiles.FOLDER + kind().name().toLowerCase(Locale.ROOT))
                .table(history)
                .baselineOnMigrate(true)
                .load();
    }

    @Test
    default void liquibaseCreatesTheTables() throws Exception {
        DataSource database = emptyDatabase();
        update(database);
        update(database);
        checkTablesWork(database);
        run(database, "DELETE FROM DATABASECHANGELOG");
        update(database);
        checkTablesWork(database);
    }

    private static void update(DataSource source) throws Exception {
        try (Connection connection = source.getConnection();
                Liquibase liquibase = new Liquibase(
                        MigrationFiles.LIQUIBASE,
                        new ClassLoaderResourceAccessor(),
                        DatabaseFactory.getInstance()
                                .findCorrectDatabaseImplementation(new JdbcConnection(connection)))) {
            liquibase.update(new Contexts());
        }
    }

    private static void run(DataSource source, String statement) throws Exception {
        try (Connection connection = source.getConnection();
                Statement run = connection.createStatement()) {
            connection.setAutoCommit(true);
            run.execute(statement);
        }
    }

    private static void checkTablesWork(DataSource source) throws Exception {
        CountDownLatch handled = new CountDownLatch(1);
        try (Outbox outbox = Outbox.on(source, OutboxSettings.defaults().neverForgets());
                AutoCloseable processor = outbox.process("a", event -> handled.countDown())) {
            outbox.inTransaction(connection -> outbox.send(connection, "Order", "1", "paid"));
            assertThat(handled.await(1, TimeUnit.MINUTES))
                    .as("the event is handled")
                    .isTrue();
            assertThat(processor).isNotNull();
        }
        Inbox inbox = Inbox.on(source);
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            assertThat(inbox.accept(connection, "billing", "1")).isTrue();
            connection.rollback();
        }
        inbox.forgetOlderThan(Duration.ofDays(1));
        assertThat(versions(source)).isPositive();
        Outbox.on(source).createIfMissing().close();
        inbox.createIfMissing();
    }

    private static int versions(DataSource source) throws Exception {
        try (Connection connection = source.getConnection();
                Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery("SELECT COUNT(*) FROM divvy_schema")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
