package dev.divvy.cli.group;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardredis.RedisBoardSettings;
import dev.divvy.boardredis.RedisBoards;
import dev.divvy.boardsql.SqlBoardSettings;
import dev.divvy.boardsql.SqlBoards;
import dev.divvy.cli.database.DatabaseLogin;
import dev.divvy.cli.database.SqlFailures;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.coordination.support.OperatorOrder;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the board of a group that exists. Reading changes nothing; an order is given by a member that joins for it.
 *
 * @param failure translates an error of the board into one line
 * @param connections are closed with this
 */
record BoardReader(
        String group, Board board, Function<BoardUnavailableException, Failure> failure, Runnable connections)
        implements GroupReader {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int CONNECTIONS = 2;
    private static final int SOME = 20;

    /** Opens a board in a database; if there is no such group, the failure lists the groups that are there. */
    static BoardReader open(DatabaseLogin database, SqlBoardSettings settings, String group) {
        SqlFailures failures = new SqlFailures(database, Optional.empty());
        HikariDataSource pool = database.existing().connectedPool(CONNECTIONS, failures);
        try {
            SqlBoards boards = failures.ask(() -> SqlBoards.on(pool, settings.withTimeout(PATIENCE)));
            BoardReader reader = new BoardReader(
                    group,
                    boards.of(group),
                    e -> e.getCause() instanceof SQLException cause
                            ? failures.of(cause)
                            : Failure.failed(database.shown() + ": " + e.getMessage()),
                    () -> {
                        boards.close();
                        pool.close();
                    });
            List<String> groups = reader.isUsed() ? List.of(group) : failures.ask(boards::groups);
            if (!groups.contains(group)) {
                throw Failure.failed("there is no group '" + group + "' in " + database.shown() + "; "
                        + (groups.isEmpty() ? "nobody has joined any yet" : "there are " + shown(groups)));
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

    /**
     * Opens a board in Redis. If there is no such group, the failure cannot list the others: that would take a scan of all keys.
     *
     * @param group its name, or the name of a distributor's table: then it is the group of the distributors
     */
    static BoardReader open(RedisAddress place, String prefix, String group) {
        RedisBoards boards = RedisBoards.on(
                place, RedisBoardSettings.defaults().withPrefix(prefix).withTimeout(PATIENCE));
        try {
            BoardReader own = inRedis(group, boards, boards.of(group));
            if (own.isUsed()) {
                return own;
            }
            try {
                BoardReader beside = inRedis(group, boards, boards.beside(group));
                if (beside.isUsed()) {
                    return beside;
                }
            } catch (IllegalArgumentException e) {
                // No table can have this name.
            }
            throw Failure.failed("there is no group '" + group + "' in Redis at " + place
                    + "; name with --group a group, or the table that a distributor writes");
        } catch (RuntimeException e) {
            boards.close();
            throw e;
        }
    }

    private static BoardReader inRedis(String group, RedisBoards boards, Board board) {
        return new BoardReader(group, board, e -> Failure.failed(String.valueOf(e.getMessage())), boards::close);
    }

    @Override
    public GroupLook look() {
        return GroupLook.at(group, snapshot());
    }

    @Override
    public void give(OperatorOrder order, StopSignal stop) {
        BoardOperator.give(order, group, board, snapshot(), stop);
    }

    private BoardSnapshot snapshot() {
        try {
            return board.look();
        } catch (BoardUnavailableException e) {
            throw failure.apply(e);
        }
    }

    private boolean isUsed() {
        BoardSnapshot seen = snapshot();
        return seen.version().isPresent() || !seen.cards().isEmpty();
    }

    @Override
    public void close() {
        connections.run();
    }
}
