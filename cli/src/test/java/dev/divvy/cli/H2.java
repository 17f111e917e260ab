package dev.divvy.cli;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A database for one test, with the outbox's tables, open until this object is closed. */
final class H2 implements AutoCloseable {

    private final String url;
    private final Connection connection;

    private H2(String url) {
        this.url = url;
        try {
            this.connection = DriverManager.getConnection(url, "sa", "");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a database in memory, without tables. */
    static H2 empty() {
        return new H2("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    static H2 inMemory() {
        return empty().withTables();
    }

    /** Returns a database in a file, which other processes can open too. */
    static H2 shared(Path folder) {
        return new H2("jdbc:h2:file:" + folder.resolve("db") + ";AUTO_SERVER=TRUE").withTables();
    }

    String url() {
        return url;
    }

    private H2 withTables() {
        Shell made = outbox("schema");
        if (made.exitCode() != 0) {
            throw new AssertionError(made.err());
        }
        return this;
    }

    /** Runs {@code divvy outbox} on this database. */
    Shell outbox(String command, String... more) {
        return Shell.divvy(args(command, more).toArray(new String[0]));
    }

    List<String> args(String command, String... more) {
        List<String> args = new ArrayList<>(List.of("outbox", command, "--jdbc", url, "--jdbc-user", "sa"));
        args.addAll(List.of(more));
        return args;
    }

    /** Runs a statement, like another program. */
    void run(String sql) {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    long pending() {
        return Long.parseLong(ask("SELECT COUNT(*) FROM divvy_outbox WHERE status = 'PENDING'"));
    }

    /** Returns the single value of a query. */
    String ask(String sql) {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return String.valueOf(rows.getString(1));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws SQLException {
        run("SHUTDOWN");
        connection.close();
    }
}
