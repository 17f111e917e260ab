package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Units;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.testservers.Await;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** One group on one database, with members in two processes: this one and a simulated remote one. */
final class TwoProcessGroup implements AutoCloseable {

    /** A time-to-live so long that a member that is paused for some seconds loses nothing unless a test ejects it. */
    static final Timing QUICK = Timing.of(Duration.ofMillis(100), Duration.ofMinutes(1))
            .withSettle(Duration.ofMillis(20))
            .withGrace(Duration.ofMillis(100));

    /** The board waits for locks for a part of this. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private static final int MAX_ATTEMPTS = 20;

    final String name = "group-" + UUID.randomUUID();
    final TestDatabase database;
    final SqlBoards local;
    final SqlBoards remote;
    final ExecutorService threads = Executors.newCachedThreadPool();
    private final Group group;
    private final List<Membership> members = new ArrayList<>();

    TwoProcessGroup(TestDatabase database, Timing timing, Duration idle) {
        this.database = database;
        SqlBoardSettings settings = SqlBoardSettings.defaults()
                .withTimeout(TIMEOUT)
                .withIdleLimit(idle)
                .neverForgets();
        this.local = new SqlBoards(database.pool(), database.kind(), settings);
        this.remote = new SqlBoards(database.pool(), database.kind(), settings);
        this.group = Group.of(name, Units.of("x", "y")).with(timing);
    }

    TwoProcessGroup(TestDatabase database) {
        this(database, QUICK, QUICK.lease());
    }

    static void awaitRunning(Membership member) throws InterruptedException {
        assertThat(member.awaitRunning(Await.LIMIT)).as("%s runs", member.id()).isTrue();
    }

    SqlBoard board() {
        return local.of(name);
    }

    /** Returns the board as another process sees it. */
    SqlBoard remoteBoard() {
        return remote.of(name);
    }

    Membership joinLocally(String id) {
        return join(local, id);
    }

    Membership joinRemotely(String id) {
        return join(remote, id);
    }

    private Membership join(SqlBoards boards, String id) {
        Membership member = group.join(boards.of(name), id);
        members.add(member);
        return member;
    }

    /** Waits until a member runs and has acknowledged: at the higher levels that makes transactions fail that began before. */
    Membership running(Membership member) throws Exception {
        awaitRunning(member);
        Await.until(
                "it has acknowledged",
                () -> database.number(
                                "SELECT f.acknowledged - g.epoch FROM divvy_fence f JOIN divvy_board g"
                                        + " ON g.group_name = f.group_name WHERE f.group_name = ? AND f.member = ?",
                                name,
                                member.id())
                        == 0);
        return member;
    }

    long beat(String member) {
        return database.beat(name, member);
    }

    /** Returns a connection in a transaction that has written a row. */
    Connection working(String row) throws SQLException {
        Connection connection = database.pool().getConnection();
        connection.setAutoCommit(false);
        write(connection, row);
        return connection;
    }

    void write(Connection connection, String row) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO work (id) VALUES (?)")) {
            insert.setString(1, name + row);
            insert.executeUpdate();
        }
    }

    static void end(Connection connection) throws SQLException {
        try (connection) {
            connection.setAutoCommit(true);
        }
    }

    /** Writes a row and commits it under these holds; retries when the database rolls it back. */
    void work(String row, Hold... holds) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            Connection connection = working(row);
            try {
                board().commit(connection, List.of(holds));
                return;
            } catch (SQLException e) {
                if (SqlErrorKind.of(e) != SqlErrorKind.ROLLED_BACK || attempt == MAX_ATTEMPTS) {
                    throw e;
                }
            } finally {
                end(connection);
            }
        }
    }

    boolean isDone(String row) {
        return database.number("SELECT COUNT(*) FROM work WHERE id = ?", name + row) == 1;
    }

    /** Ejects a member as one that believes it dead would; repeatedly, since it may beat meanwhile. */
    void eject(Membership member) throws Exception {
        var incarnation = member.incarnation().orElseThrow();
        Await.until("it is ejected", () -> remove(incarnation, beat(incarnation.member())));
    }

    /** Returns whether the card is known to be removed; false after a timeout. */
    boolean remove(Incarnation incarnation, long beat) {
        try {
            return remoteBoard().remove(incarnation, beat);
        } catch (BoardUnavailableException e) {
            return false;
        }
    }

    @Override
    public void close() {
        members.forEach(Membership::close);
        threads.shutdownNow();
        local.close();
        remote.close();
    }
}
