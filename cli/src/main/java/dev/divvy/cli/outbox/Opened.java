package dev.divvy.cli.outbox;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.boardsql.SqlBoard;
import dev.divvy.boardsql.jdbc.Work;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.coordination.BoardUnavailableException;
import dev.divvy.coordination.Sighting;
import dev.divvy.outbox.Outbox;
import java.sql.Connection;
import java.sql.SQLException;

/** An outbox that a command is connected to. */
public final class Opened implements AutoCloseable {

    private final Place place;
    private final HikariDataSource pool;
    private final Outbox outbox;

    Opened(Place place, HikariDataSource pool, Outbox outbox) {
        this.place = place;
        this.pool = pool;
        this.outbox = outbox;
    }

    public String shown() {
        return place.shown();
    }

    Place place() {
        return place;
    }

    public Outbox outbox() {
        return outbox;
    }

    /** Asks the database; what it complains of becomes one line. */
    public <T> T ask(Question<T> question) {
        try {
            return question.ask();
        } catch (SQLException e) {
            throw Wrong.of(e, place);
        }
    }

    /** Looks at the board of any group; what the database complains of becomes one line. */
    public Sighting look(String group) {
        SqlBoard board = Wrong.usage(() -> outbox.boards().of(group));
        try {
            return board.look();
        } catch (BoardUnavailableException e) {
            throw e.getCause() instanceof SQLException cause
                    ? Wrong.of(cause, place)
                    : Failure.failed(place.shown() + ": " + e.getMessage());
        }
    }

    /** Asks on a connection of its own. */
    public <T> T askOn(Work<T> question) {
        return ask(() -> {
            try (Connection connection = pool.getConnection()) {
                return question.on(connection);
            }
        });
    }

    @Override
    public void close() {
        outbox.close();
        pool.close();
    }

    /** Something that the database answers. */
    public interface Question<T> {
        T ask() throws SQLException;
    }
}
