package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.boardsql.jdbc.BorrowedConnection;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The board's own statements do not suffer from the isolation level that the application has chosen. */
class IsolationLevelTest {

    private static final int MEMBERS = 4;
    private static final int COMPLETIONS = 1500;
    private static final Timing TIMING = Timing.of(Duration.ofMillis(20), Duration.ofMinutes(1))
            .withSettle(Duration.ofMillis(20))
            .withGrace(Duration.ofMillis(100));

    @Test
    void aBorrowedConnectionIsReturnedAtItsLevel() throws Exception {
        try (Connection connection = TestDatabase.h2().pool().getConnection()) {
            connection.setTransactionIsolation(TestDatabase.SERIALIZABLE);
            try (BorrowedConnection borrowed =
                    BorrowedConnection.from(poolOf(connection)).useReadCommitted()) {
                assertThat(borrowed.connection().getTransactionIsolation()).isEqualTo(TestDatabase.READ_COMMITTED);
            }
            assertThat(connection.getTransactionIsolation()).isEqualTo(TestDatabase.SERIALIZABLE);
        }
    }

    /** Returns a pool of one connection, which stays open when it is returned. */
    private static DataSource poolOf(Connection connection) {
        Object lent = proxy(
                Connection.class,
                (self, method, arguments) ->
                        method.getName().equals("close") ? null : method.invoke(connection, arguments));
        return (DataSource) proxy(DataSource.class, (self, method, arguments) -> lent);
    }

    private static Object proxy(Class<?> type, InvocationHandler handler) {
        return Proxy.newProxyInstance(IsolationLevelTest.class.getClassLoader(), new Class<?>[] {type}, handler);
    }

    @Test
    @NeedsPostgres
    void aTransactionThatStaysOpenAtSerializableDoesNotDelayTheBoard() throws Exception {
        TestDatabase database = TestDatabase.postgres(TestDatabase.SERIALIZABLE);
        String name = "level-" + UUID.randomUUID();
        Group group = Group.of(name, Tokens.sql(16)).with(TIMING);
        SqlBoardSettings settings =
                SqlBoardSettings.defaults().withTiming(TIMING).neverForgets();
        List<SqlBoards> processes = new ArrayList<>();
        List<Membership> members = new ArrayList<>();
        try (Connection open = database.pool().getConnection()) {
            open.setAutoCommit(false);
            insert(open);
            for (int i = 0; i < MEMBERS; i++) {
                SqlBoards boards = new SqlBoards(database.pool(), database.kind(), settings);
                processes.add(boards);
                members.add(group.join(boards.of(name), "m" + i));
            }
            Await.until(
                    "every member holds a fair share",
                    () -> members.stream().allMatch(member -> member.portion().count() == 16 / MEMBERS));
            for (int i = 0; i < COMPLETIONS; i++) {
                complete(database, processes.get(i % MEMBERS).of(name), members.get(i % MEMBERS));
            }
            assertThat(processes.stream().mapToLong(SqlBoards::retries).sum())
                    .as("statements of the board that the database rejected")
                    .isZero();
            TwoProcessGroup.end(open);
        } finally {
            members.forEach(Membership::close);
            processes.forEach(SqlBoards::close);
        }
    }

    private static void complete(TestDatabase database, SqlBoard board, Membership member) throws SQLException {
        try (Connection connection = database.pool().getConnection();
                Hold hold = member.holdPiece(member.portion().names().get(0)).orElseThrow()) {
            connection.setAutoCommit(false);
            try {
                insert(connection);
                board.commit(connection, List.of(hold));
            } catch (SQLException e) {
                // The application's own transactions may have to be retried at this level.
                assertThat(SqlErrorKind.of(e)).as("%s", e).isEqualTo(SqlErrorKind.ROLLED_BACK);
                connection.rollback();
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }

    private static void insert(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO work (id) VALUES ('" + UUID.randomUUID() + "')");
        }
    }
}
