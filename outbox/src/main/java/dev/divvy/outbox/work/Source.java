package dev.divvy.outbox.work;

import dev.divvy.boardsql.jdbc.Borrowed;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.Work;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EventTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;

/**
 * Where a processor's events come from.
 *
 * @param ending whether the processor closes: nothing new is begun, and what is interrupted has not failed
 */
record Source(
        DataSource database,
        EventTable table,
        Share share,
        ProcessorSettings how,
        Counters counters,
        BooleanSupplier ending,
        Level level) {

    /** How long the database may take for one answer: when its host vanishes without a word, nobody waits for it for ever. */
    static final Duration ANSWER = Duration.ofSeconds(30);

    /** Asks on a connection on which every statement commits by itself. One that can be trusted no more is not given back whole. */
    <T> T ask(Work<T> question) throws SQLException {
        try (Borrowed connection = level.lowered(lend(ANSWER))) {
            try {
                return question.on(connection.connection());
            } catch (SQLException e) {
                if (SqlErrorKind.of(e) == SqlErrorKind.OTHER) {
                    connection.abort();
                }
                throw e;
            }
        }
    }

    /** The limit is the driver's own, and costs no way to the server. */
    Borrowed lend(Duration answersWithin) throws SQLException {
        return Borrowed.from(database).answersWithin(answersWithin);
    }
}
