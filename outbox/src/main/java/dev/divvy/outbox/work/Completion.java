package dev.divvy.outbox.work;

import dev.divvy.boardsql.FencedTransaction;
import dev.divvy.boardsql.SqlBoard;
import dev.divvy.boardsql.StaleHoldException;
import dev.divvy.boardsql.jdbc.Borrowed;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlRetry;
import dev.divvy.coordination.Hold;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EventTable;
import dev.divvy.outbox.table.Row;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Writes down what became of events, in one short transaction under the fence. */
final class Completion {

    private static final int MOST_ATTEMPTS = 12;
    private static final int VALID_SECONDS = 2;
    private static final Duration SPARE = Duration.ofSeconds(10);

    private final Source source;
    private final SqlBoard board;
    private final EventTable table;
    private final ProcessorSettings how;
    private final Counters counters;

    Completion(Source source, SqlBoard board) {
        this.source = source;
        this.board = board;
        this.table = source.table();
        this.how = source.how();
        this.counters = source.counters();
    }

    /** Handles events on the connection whose transaction completes them. */
    interface Inside {
        void handle(Connection connection) throws Exception;
    }

    /** Of events that were handled, and of attempts that failed. */
    void complete(List<Row> done, List<Failure> failures, Collection<Hold> holds) throws SQLException {
        try {
            SqlRetry.times(MOST_ATTEMPTS)
                    .only(this::mayRepeat)
                    .call(() -> source.ask(connection -> {
                        try (FencedTransaction transaction = board.begin(connection)) {
                            boolean all = write(connection, done, failures);
                            transaction.commit(holds);
                            return all;
                        }
                    }));
        } catch (StaleHoldException e) {
            counters.refusedOnce();
            throw e;
        }
    }

    /** Of events that are handled in the completing transaction itself. If one of them is gone meanwhile, nothing happens at all. */
    void completeInside(Inside handler, List<Row> done, Collection<Hold> holds) throws Exception {
        // A handler may compute for long between its statements; it is interrupted before the server ends its
        // transaction.
        Duration patient = how.handlerTimeout().plus(SPARE);
        try (Borrowed borrowed = lend()) {
            Connection connection = borrowed.connection();
            try (FencedTransaction transaction = board.begin(connection, patient)) {
                handler.handle(connection);
                if (connection.isClosed() || connection.getAutoCommit()) {
                    throw new IllegalStateException("the handler ended the transaction that completes its events");
                }
                // From here on the rows are locked that the next owner needs: a process that stops does not keep them
                // for as long as a handler may compute.
                transaction.tighten();
                if (!write(connection, done, List.of())) {
                    throw new GoneException();
                }
                transaction.commit(holds);
            } catch (AwayException e) {
                borrowed.abort();
                throw e;
            } catch (SQLException e) {
                if (isAlive(connection)) {
                    throw e;
                }
                borrowed.abort();
                throw new AwayException(e);
            }
        } catch (StaleHoldException e) {
            counters.refusedOnce();
            throw e;
        }
    }

    private Borrowed lend() throws AwayException {
        try {
            return source.lend(how.handlerTimeout().plus(Source.ANSWER));
        } catch (SQLException e) {
            throw new AwayException(e);
        }
    }

    private static boolean isAlive(Connection connection) {
        try {
            return connection.isValid(VALID_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    /** The database is away, or the connection is lost, or it asks for the same again for too long: no event is guilty of that. */
    static final class AwayException extends Exception {

        private static final long serialVersionUID = 1L;

        private final SQLException error;

        AwayException(SQLException error) {
            super(error.getMessage(), error);
            this.error = error;
        }

        SQLException error() {
            return error;
        }
    }

    /** An event was completed or discarded by somebody else. */
    static final class GoneException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        GoneException() {
            super("an event is pending no longer: it was discarded, or others work on the same pieces");
        }
    }

    /** Answers whether all that was done was pending until now. */
    private boolean write(Connection connection, List<Row> done, List<Failure> failures) throws SQLException {
        // In one order for all, so that nobody waits in a circle.
        List<Long> ids = done.stream().map(Row::id).sorted().toList();
        int completed = table.complete(connection, ids, how.keepDone().isPresent());
        for (Failure failure : failures) {
            if (failure.isLast(how)) {
                table.abort(connection, failure.row().id(), failure.attempts(), failure.text());
            } else {
                table.fail(connection, failure.row().id(), failure.attempts(), failure.text(), failure.delay(how));
            }
        }
        return completed == ids.size();
    }

    /** Whether the database asks for the same again, which is counted. */
    boolean mayRepeat(SQLException error) {
        boolean again =
                SqlErrorKind.of(error) == SqlErrorKind.ROLLED_BACK || SqlErrorKind.of(error) == SqlErrorKind.LOCKED;
        if (again) {
            counters.retriedOnce();
        }
        return again;
    }
}
