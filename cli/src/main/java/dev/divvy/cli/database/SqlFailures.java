package dev.divvy.cli.database;

import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.cli.terminal.Failure;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Translates SQL errors into messages that say what to do next.
 *
 * @param createCommand the command that creates missing tables; empty when there is none
 */
public record SqlFailures(DatabaseLogin database, Optional<String> createCommand) {

    private static final Set<String> NO_SCHEMA = Set.of("3F000", "90079");
    private static final String NO_FILE = "90146";
    private static final String FILE_IN_USE = "90020";
    private static final String BROKEN = "90067";

    /** A query. */
    public interface Query<T> {
        T ask() throws SQLException;
    }

    /** Runs a query; an SQL error becomes a failure of one line. */
    public <T> T ask(Query<T> query) {
        try {
            return database.whenOpen(query::ask);
        } catch (SQLException e) {
            throw of(e);
        }
    }

    /** Returns the failure that this error means. */
    public Failure of(SQLException error) {
        return Failure.failed(message(error));
    }

    /** Returns the message for this error. */
    public String message(SQLException error) {
        String state = Objects.requireNonNullElse(error.getSQLState(), "");
        String shown = database.shown();
        String reason = firstLine(error);
        if (SqlErrorKind.of(error) == SqlErrorKind.MISSING_TABLE || NO_SCHEMA.contains(state)) {
            return "there are no Divvy tables in " + shown + " (" + reason + "); "
                    + createCommand
                            .map(command -> "create them with: " + command)
                            .orElse("the first member creates them; if they are elsewhere, give --schema or --prefix");
        }
        if (state.equals(NO_FILE)) {
            return "there is no database at " + shown + "; "
                    + createCommand
                            .map(command ->
                                    "create it with: " + command + ", without IFEXISTS=TRUE if that is in the URL")
                            .orElse("check the path");
        }
        if (state.equals(FILE_IN_USE)) {
            return "another process has the database file of " + shown
                    + " open; add ;AUTO_SERVER=TRUE to the URL of every process";
        }
        if (state.startsWith("28")) {
            return "wrong user or password for " + shown
                    + database.user()
                            .map(user -> " as user '" + user + "'")
                            .orElse("; give --jdbc-user or DIVVY_JDBC_USER")
                    + "; the password comes from --jdbc-password-file or DIVVY_JDBC_PASSWORD (" + reason + ")";
        }
        if (state.startsWith("08") || state.equals(BROKEN)) {
            return "cannot reach " + shown + "; is the server up? (" + reason + ")";
        }
        return shown + " answered: " + reason;
    }

    private static String firstLine(SQLException error) {
        String message = Objects.requireNonNullElse(error.getMessage(), error.toString());
        // H2 adds the whole statement and its own version.
        return message.lines()
                .findFirst()
                .orElse("")
                .replaceFirst("; SQL statement:.*", "")
                .replaceFirst("\\.? \\[\\d+-\\d+]$", "");
    }
}
