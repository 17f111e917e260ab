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

/** One group on one place, met by two processes: here and there. */
final class Stage implements AutoCloseable {

    /** A member that stands still for some seconds loses nothing: what it is to lose, a test takes from it. */
    static final Timing QUICK = Timing.of(Duration.ofMillis(100), Duration.ofMinutes(1))
            .withSettle(Duration.ofMillis(20))
            .withGrace(Duration.ofMillis(100));

    /** How long the board waits for a lock is a part of it. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final int MOST_ATTEMPTS = 20;

    final String name = "stage-" + UUID.randomUUID();
    final Place place;
    final SqlBoards here;
    final SqlBoards there;
    final ExecutorService threads = Executors.newCachedThreadPool();
    private final Group group;
    private final List<Membership> members = new ArrayList<>();

    Stage(Place place, Timing timing, Duration idle) {
        this.place = place;
        SqlBoardSettings settings = SqlBoardSettings.defaults()
                .withPatience(PATIENCE)
                .withIdleLimit(idle)
                .neverForgets();
        this.here = new SqlBoards(place.pool(), place.product(), settings);
        this.there = new SqlBoards(place.pool(), place.product(), settings);
        this.group = Group.of(name, Units.of("x", "y")).with(timing);
    }

    Stage(Place place) {
        this(place, QUICK, QUICK.lease());
    }

    static void awaitRunning(Membership member) throws InterruptedException {
        assertThat(member.awaitRunning(Await.LIMIT)).as("%s runs", member.id()).isTrue();
    }

    SqlBoard board() {
        return here.of(name);
    }

    /** As another process sees it. */
    SqlBoard boardThere() {
        return there.of(name);
    }

    Membership joinHere(String id) {
        return join(here, id);
    }

    Membership joinThere(String id) {
        return join(there, id);
    }

    private Membership join(SqlBoards boards, String id) {
        Membership member = group.join(boards.of(name), id);
        members.add(member);
        return member;
    }

    /** A member that runs and has acknowledged: at the higher levels a transaction that an acknowledgement overtakes begins anew. */
    Membership running(Membership member) throws Exception {
        awaitRunning(member);
        Await.until(
                "it has acknowledged",
                () -> place.number(
                                "SELECT f.acknowledged - g.epoch FROM divvy_fence f JOIN divvy_board g"
                                        + " ON g.group_name = f.group_name WHERE f.group_name = ? AND f.member = ?",
                                name,
                                member.id())
                        == 0);
        return member;
    }

    long beat(String member) {
        return place.beat(name, member);
    }

    /** A connection in a transaction that has written a row. */
    Connection working(String row) throws SQLException {
        Connection connection = place.pool().getConnection();
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

    /** Does a piece of work under these holds, and commits it if that may be. */
    void work(String row, Hold... holds) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            Connection connection = working(row);
            try {
                board().commit(connection, List.of(holds));
                return;
            } catch (SQLException e) {
                if (SqlErrorKind.of(e) != SqlErrorKind.ROLLED_BACK || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            } finally {
                end(connection);
            }
        }
    }

    boolean isDone(String row) {
        return place.number("SELECT COUNT(*) FROM work WHERE id = ?", name + row) == 1;
    }

    /** Takes a member off as somebody does who believes it dead; it may beat meanwhile, so more than once. */
    void eject(Membership member) throws Exception {
        var life = member.life().orElseThrow();
        Await.until("it is off", () -> remove(life, beat(life.member())));
    }

    /** Whether it is known to be off: an answer that did not come in time is none. */
    boolean remove(Incarnation life, long beat) {
        try {
            return boardThere().remove(life, beat);
        } catch (BoardUnavailableException e) {
            return false;
        }
    }

    @Override
    public void close() {
        members.forEach(Membership::close);
        threads.shutdownNow();
        here.close();
        there.close();
    }
}
