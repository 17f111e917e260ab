package dev.divvy.cli.group;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.boardsql.SqlBoard;
import dev.divvy.boardsql.SqlBoardSettings;
import dev.divvy.boardsql.SqlBoards;
import dev.divvy.cli.database.Database;
import dev.divvy.cli.database.SqlFailures;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.coordination.board.Sighting;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads a board in a database. */
record SqlBoardReader(HikariDataSource pool, SqlBoards boards, SqlBoard board, SqlFailures failures)
        implements BoardReader {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int CONNECTIONS = 2;
    private static final int SOME = 20;

    /** Opens the board of a group; if there is no such group, the failure lists the groups that are there. */
    static SqlBoardReader open(Database database, SqlBoardSettings settings, String group) {
        SqlFailures failures = new SqlFailures(database, Optional.empty());
        HikariDataSource pool = database.existing().connectedPool(CONNECTIONS, failures);
        try {
            SqlBoards boards = failures.ask(() -> SqlBoards.on(pool, settings.withPatience(PATIENCE)));
            SqlBoardReader reader = new SqlBoardReader(pool, boards, boards.of(group), failures);
            if (!BoardReader.isUsed(reader.look())) {
                List<String> groups = failures.ask(boards::groups);
                if (!groups.contains(group)) {
                    throw Failure.failed("there is no group '" + group + "' in " + database.shown() + "; "
                            + (groups.isEmpty() ? "nobody has joined any yet" : "there are " + shown(groups)));
                }
            }
            return reader;
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    private static String shown(List<String> groups) {
        return String.join(", ", groups.subList(0, Math.min(SOME, groups.size())))
                + (groups.size() > SOME ? " and " + (groups.size() - SOME) + " more" : "");
    }

    @Override
    public Sighting look() {
        try {
            return board.look();
        } catch (BoardUnavailableException e) {
            throw e.getCause() instanceof SQLException cause
                    ? failures.of(cause)
                    : Failure.failed(failures.database().shown() + ": " + e.getMessage());
        }
    }

    @Override
    public void close() {
        boards.close();
        pool.close();
    }
}
