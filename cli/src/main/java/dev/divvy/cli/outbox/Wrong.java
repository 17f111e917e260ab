package dev.divvy.cli.outbox;

import dev.divvy.boardsql.jdbc.Trouble;
import dev.divvy.cli.terminal.Failure;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/** What a database or a value is wrong with, as a failure that names the next move. */
final class Wrong {

    private static final Set<String> NO_SCHEMA = Set.of("3F000", "90079");

    private static final String NO_FILE = "90146";
    private static final String FILE_IN_USE = "90020";

    private Wrong() {}

    static Failure of(SQLException error, Place place) {
        String state = Objects.requireNonNullElse(error.getSQLState(), "");
        String said = firstLine(error);
        if (Trouble.of(error) == Trouble.NO_TABLE || NO_SCHEMA.contains(state)) {
            return place.isLooking()
                    ? Failure.failed("there are no tables of Divvy in " + place.shown() + " (" + said
                            + "); the first member makes them; if they are elsewhere, give --schema or --prefix")
                    : Failure.failed("the outbox's tables are not in " + place.shown() + " (" + said + "); make them: "
                            + place.command("schema"));
        }
        if (state.equals(NO_FILE)) {
            return place.isLooking()
                    ? Failure.failed("there is no database at " + place.shown() + "; check the path")
                    : Failure.failed("there is no database at " + place.shown() + "; make it: "
                            + place.command("schema") + ", without IFEXISTS=TRUE if that is in the URL");
        }
        if (state.equals(FILE_IN_USE)) {
            return Failure.failed("another process has the file of " + place.shown()
                    + " open; add ;AUTO_SERVER=TRUE to the URL in all of them");
        }
        if (state.startsWith("28")) {
            return Failure.failed("wrong user or password for " + place.shown()
                    + place.user()
                            .map(user -> " as user '" + user + "'")
                            .orElse("; give " + (place.isLooking() ? "--jdbc-user" : "--user"))
                    + "; the password comes from "
                    + (place.isLooking() ? "--jdbc-password or DIVVY_JDBC_PASSWORD" : "--password or DIVVY_PASSWORD")
                    + " (" + said + ")");
        }
        if (state.startsWith("08") || state.equals("90067")) {
            return Failure.failed("cannot reach " + place.shown() + "; is the server up? (" + said + ")");
        }
        return Failure.failed(place.shown() + " answered: " + said);
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

    /** A value that was refused is wrong usage. */
    static <T> T usage(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw Failure.wrongUsage(String.valueOf(e.getMessage()));
        }
    }
}
