package dev.divvy.cli.outbox;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.boardsql.jdbc.Work;
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
