package dev.divvy.boardsql;

import dev.divvy.coordination.Board;
import dev.divvy.coordination.Boards;
import dev.divvy.testkit.contract.BoardContract;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class H2BoardTest extends BoardContract {

    private final JdbcConnectionPool pool =
            JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");

    private SqlBoards boards;

    @BeforeEach
    void open() throws SQLException {
        boards = SqlBoards.on(pool, SqlBoardSettings.DEFAULT.withPatience(Duration.ofSeconds(20)))
                .createIfMissing();
    }

    @AfterEach
    void close() {
        boards.close();
        pool.dispose();
    }

    @Override
    protected Board board() {
        return boards.of("test");
    }

    @Override
    protected boolean mayHaveForgotten() {
        return true;
    }

    @Override
    protected Optional<Boards> boards() {
        return Optional.of(boards);
    }
}
