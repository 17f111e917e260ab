package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.boardsql.dialect.Dialect;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.testservers.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BoardSqlExecutorTest {

    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(30);

    /** For calls that time out. */
    private static final Duration SHORT_TIMEOUT = Duration.ofMillis(300);

    private final StrictPool pool = TestDatabase.fresh(DatabaseKind.H2).pool();

    private BoardSqlExecutor database(Duration timeout) {
        return new BoardSqlExecutor(
                new BoardConnections(
                        pool,
                        Dialect.of(DatabaseKind.H2),
                        SqlBoardSettings.defaults().withTimeout(timeout)),
                timeout);
    }

    /** Retries while the call takes longer than a short timeout. */
    private static void awaitAnswer(BoardSqlExecutor database) throws Exception {
        Await.until("it answers", () -> {
            try {
                return database.call("look", Connection::getAutoCommit);
            } catch (BoardUnavailableException e) {
                return false;
            }
        });
    }

    @Test
    void oneConnectionIsKeptAndReturnedAtTheEnd() throws Exception {
        try (BoardSqlExecutor database = database(LONG_TIMEOUT)) {
            database.call("first", Connection::getAutoCommit);
            database.call("second", Connection::getAutoCommit);
            assertThat(pool.borrowed()).isEqualTo(1);
        }
        assertThat(pool.borrowed()).isZero();
    }

    @Test
    void connectionsAreReturnedWithTheirSettings() throws Exception {
        pool.withoutAutoCommit();
        try (BoardSqlExecutor database = database(LONG_TIMEOUT)) {
            assertThat(database.call("look", Connection::getAutoCommit)).isTrue();
        }
        try (Connection back = pool.getConnection()) {
            assertThat(back.getAutoCommit()).isFalse();
        }
    }

    /** A write on a connection that was left in a transaction would be lost, and the pulse would not know. */
    @Test
    void aKeptConnectionIsAlwaysInAutoCommitMode() {
        try (BoardSqlExecutor database = database(LONG_TIMEOUT)) {
            database.call("leave it in a transaction", connection -> {
                connection.setAutoCommit(false);
                return true;
            });
            assertThat(database.call("look", Connection::getAutoCommit)).isTrue();
        }
    }

    @Test
    void aCallThatHangsTimesOut() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (BoardSqlExecutor database = database(SHORT_TIMEOUT)) {
            assertThatThrownBy(() -> database.call("hang", connection -> {
                        await(never);
                        return true;
                    }))
                    .isInstanceOf(BoardUnavailableException.class)
                    .hasMessageContaining("could not hang")
                    .hasMessageContaining("300 ms");
            awaitAnswer(database);
        } finally {
            never.countDown();
        }
        Await.until("all connections are returned", () -> pool.borrowed() == 0);
    }

    @Test
    void aConnectionThatArrivesAfterTheTimeoutIsReturned() throws Exception {
        pool.block();
        try (BoardSqlExecutor database = database(SHORT_TIMEOUT)) {
            assertThatThrownBy(() -> database.call("ask", Connection::getAutoCommit))
                    .isInstanceOf(BoardUnavailableException.class);
            pool.unblock();
            awaitAnswer(database);
        }
        Await.until("all connections are returned", () -> pool.borrowed() == 0);
    }

    @Test
    void aDeadlockIsRetriedAndCounted() {
        AtomicInteger attempts = new AtomicInteger();
        try (BoardSqlExecutor database = database(LONG_TIMEOUT)) {
            int result = database.call("try", connection -> {
                if (attempts.incrementAndGet() < 4) {
                    throw new SQLException("a deadlock", "40001");
                }
                return 7;
            });
            assertThat(result).isEqualTo(7);
            assertThat(database.retries()).isEqualTo(3);
        }
    }

    @Test
    void retriesEndAtTheTimeout() {
        try (BoardSqlExecutor database = database(SHORT_TIMEOUT)) {
            assertThatThrownBy(() -> database.call("try", connection -> {
                        throw new SQLException("a deadlock", "40001");
                    }))
                    .isInstanceOf(BoardUnavailableException.class);
        }
    }

    @Test
    void workThatMayHaveBeenCarriedOutIsNotRetried() {
        AtomicInteger attempts = new AtomicInteger();
        try (BoardSqlExecutor database = database(LONG_TIMEOUT)) {
            assertThatThrownBy(() -> database.call("try", connection -> {
                        attempts.incrementAndGet();
                        throw new SQLException("outcome unknown", "40003");
                    }))
                    .isInstanceOf(BoardUnavailableException.class);
        }
        assertThat(attempts).hasValue(1);
    }

    /** A connection to a server that is now read-only, as after a failover, may never lead to the primary again. */
    @Test
    void aConnectionThatFailedIsNotKept() {
        List<Connection> used = new ArrayList<>();
        try (BoardSqlExecutor database = database(LONG_TIMEOUT)) {
            assertThatThrownBy(() -> database.call("write", connection -> {
                        used.add(connection);
                        throw new SQLException("read-only", "25006");
                    }))
                    .isInstanceOf(BoardUnavailableException.class)
                    .hasMessageContaining("read-only");
            assertThat(pool.borrowed()).isZero();
        }
        assertThat(used).hasSize(1);
    }

    @Test
    void aClosedDatabaseSaysSo() {
        BoardSqlExecutor database = database(LONG_TIMEOUT);
        database.close();
        assertThatThrownBy(() -> database.call("look", Connection::getAutoCommit))
                .isInstanceOf(BoardUnavailableException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void aCallInProgressAtCloseKeepsNoConnection() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        BoardSqlExecutor database = database(LONG_TIMEOUT);
        Thread caller = new Thread(() -> database.call("slow", connection -> {
            begun.countDown();
            await(closed);
            return true;
        }));
        caller.start();
        Await.until(begun);
        database.close();
        closed.countDown();
        caller.join();
        Await.until("it is returned", () -> pool.borrowed() == 0);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
