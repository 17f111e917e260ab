package dev.divvy.testservers.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.testservers.process.Processes;
import dev.divvy.testservers.server.ServerHome;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that every kind of database server passes. */
@Timeout(300)
abstract class SqlServerLaws {

    abstract SqlServer start();

    abstract SqlServer shared();

    /** The default isolation level. */
    abstract int isolation();

    @Test
    void theSharedServerStaysUpAfterClose() throws SQLException {
        SqlServer server = shared();
        server.close();
        assertThat(shared()).isSameAs(server);
        assertThat(number(server, "first", "select 40 + 2")).isEqualTo(42);
        assertThat(server.ours()).isTrue();
    }

    @Test
    void itKeepsItsOwnIsolationLevel() throws SQLException {
        try (Connection connection = connect(shared(), "first")) {
            assertThat(connection.getTransactionIsolation()).isEqualTo(isolation());
        }
    }

    @Test
    void databasesAreApart() throws SQLException {
        execute(shared(), "one", "create table only_here (id int)");
        assertThatThrownBy(() -> number(shared(), "other", "select count(*) from only_here"))
                .isInstanceOf(SQLException.class);
        execute(shared(), "one", "drop table only_here");
    }

    @Test
    void aDatabaseWithAStrangeNameIsRefused() {
        assertThatThrownBy(() -> shared().jdbcUrl("a; drop"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a; drop");
    }

    @Test
    void aWrongPasswordIsRefused() {
        SqlServer server = shared();
        assertThatThrownBy(() -> DriverManager.getConnection(server.jdbcUrl("first"), server.user(), "wrong"))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void whatWasCommittedSurvivesARestartAndAKill() throws SQLException {
        try (SqlServer server = start()) {
            int port = server.port();
            execute(server, "first", "create table t (id int primary key)");
            execute(server, "first", "insert into t values (1)");
            long before = server.pid();
            server.restart();
            assertThat(server.pid()).isNotEqualTo(before);
            assertThat(number(server, "first", "select count(*) from t")).isEqualTo(1);

            execute(server, "first", "insert into t values (2)");
            long restarted = server.pid();
            server.kill();
            assertThat(Processes.alive(restarted)).isFalse();
            assertThatThrownBy(() -> number(server, "first", "select 1")).isInstanceOf(SQLException.class);
            server.startAgain();
            assertThat(number(server, "first", "select count(*) from t")).isEqualTo(2);
            assertThat(server.port()).isEqualTo(port);
        }
    }

    @Test
    void aStoppedOneIsNotThereUntilItIsStartedAgain() throws SQLException {
        try (SqlServer server = start()) {
            server.jdbcUrl("first");
            server.stop();
            server.stop();
            assertThatThrownBy(() -> number(server, "first", "select 1")).isInstanceOf(SQLException.class);
            assertThatThrownBy(server::pid).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(server::pause).isInstanceOf(IllegalStateException.class);
            server.startAgain();
            assertThat(number(server, "first", "select 7")).isEqualTo(7);
            assertThatThrownBy(server::startAgain).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aPausedOneKeepsItsConnectionsAndAnswersWhenItIsResumed() throws Exception {
        try (SqlServer server = start();
                Connection open = connect(server, "first")) {
            server.pause();
            CompletableFuture<Integer> answer = new CompletableFuture<>();
            new Thread(() -> answer.complete(number(open, "select 3"))).start();
            assertThatThrownBy(() -> answer.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            server.resume();
            assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(3);
        }
    }

    @Test
    void aPausedOneCanBeStoppedAndKilled() throws SQLException {
        try (SqlServer server = start()) {
            server.pause();
            server.stop();
            server.startAgain();
            server.pause();
            server.kill();
            server.startAgain();
            assertThat(number(server, "first", "select 5")).isEqualTo(5);
        }
    }

    @Test
    void aClosedOneLeavesNothingBehind() {
        SqlServer server = start();
        long pid = server.pid();
        String home = ServerHome.all().stream()
                .map(ServerHome::name)
                .filter(name -> Processes.of(name).contains(pid))
                .findFirst()
                .orElseThrow();
        server.close();
        assertThat(Processes.of(home)).isEmpty();
        assertThat(ServerHome.all()).extracting(ServerHome::name).doesNotContain(home);
    }

    private static Connection connect(SqlServer server, String database) throws SQLException {
        return DriverManager.getConnection(server.jdbcUrl(database), server.user(), server.password());
    }

    private static void execute(SqlServer server, String database, String sql) throws SQLException {
        try (Connection connection = connect(server, database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int number(SqlServer server, String database, String sql) throws SQLException {
        try (Connection connection = connect(server, database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static int number(Connection connection, String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
