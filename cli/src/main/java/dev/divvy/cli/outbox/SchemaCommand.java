package dev.divvy.cli.outbox;

import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code divvy outbox schema}: creates the tables. */
@Command(name = "schema")
final class SchemaCommand extends BaseCommand implements Runnable {

    @Mixin
    private final OutboxOptions options = new OutboxOptions();

    @Option(names = "--print")
    private boolean print;

    @Override
    public void run() {
        try (OutboxConnection opened = options.openOrCreate()) {
            Outbox outbox = opened.outbox();
            if (print) {
                outbox.schemaStatements().forEach(statement -> out().println(statement + ";\n"));
                return;
            }
            List<String> before = opened.askOn(connection -> parts(connection, outbox.settings()));
            create(opened);
            List<String> created = new ArrayList<>(opened.askOn(connection -> parts(connection, outbox.settings())));
            created.removeAll(before);
            created.forEach(part -> out().println("created " + described(part, outbox.settings())));
            if (created.isEmpty()) {
                out().println("everything exists already: " + described("board", outbox.settings()) + ", "
                        + described(outbox.settings().table(), outbox.settings()));
            }
        }
    }

    private static void create(OutboxConnection opened) {
        try {
            opened.ask(() -> opened.outbox().createIfMissing());
        } catch (IllegalStateException newer) {
            throw Failure.failed(String.valueOf(newer.getMessage()));
        }
    }

    private static String described(String part, OutboxSettings settings) {
        return part.equals("board")
                ? "the board's tables (" + settings.boardTable("board") + ", " + settings.boardTable("member")
                        + ", ...)"
                : "the outbox's table (" + (settings.schema().isEmpty() ? part : settings.schema() + "." + part) + ")";
    }

    private static List<String> parts(Connection connection, OutboxSettings settings) throws SQLException {
        List<String> parts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT part FROM " + settings.boardTable("schema") + " ORDER BY part")) {
            while (rows.next()) {
                parts.add(rows.getString(1));
            }
        } catch (SQLException e) {
            if (SqlErrorKind.of(e) != SqlErrorKind.MISSING_TABLE) {
                throw e;
            }
        }
        return parts;
    }
}
