package dev.divvy.cli;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.allocation.Pieces;
import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardredis.RedisBoardSettings;
import dev.divvy.boardredis.RedisBoards;
import dev.divvy.boardsql.SqlBoardSettings;
import dev.divvy.boardsql.SqlBoards;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.Boards;
import dev.divvy.testservers.redis.RedisServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** A group whose members run in this process and meet in a database or in Redis. */
final class RunningGroup implements AutoCloseable {

    static final Timing PATIENT = Timing.of(Duration.ofMillis(200), Duration.ofSeconds(20));

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Map<String, Membership> members = new TreeMap<>();
    private final List<String> where;
    private final Board board;
    private final Group group;

    private RunningGroup(Boards boards, Group group, List<AutoCloseable> opened, String... where) {
        opened.forEach(open::push);
        this.board = boards.of(group.name());
        this.group = group;
        this.where = List.of(where);
    }

    /** Returns a group in a database of its own. */
    static RunningGroup inH2(Pieces pieces, String... ids) {
        H2 h2 = H2.inMemory();
        RunningGroup group = in(h2, pieces);
        group.open.addLast(h2);
        return group.with(ids);
    }

    /** Returns the default group of a database. */
    static RunningGroup in(H2 h2, Pieces pieces, String... ids) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(h2.url());
        pool.setUsername("sa");
        pool.setPassword("");
        SqlBoards boards;
        try {
            boards = SqlBoards.on(
                    pool, SqlBoardSettings.defaults().neverForgets().withTimeout(Duration.ofSeconds(20)));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        Group group = Group.of("outbox", pieces).with(PATIENT);
        return new RunningGroup(boards, group, List.of(pool, boards), "--jdbc", h2.url(), "--jdbc-user", "sa")
                .with(ids);
    }

    static RunningGroup inRedis(RedisServer server, String name, Pieces pieces, String... ids) {
        String at = server.host() + ":" + server.port();
        RedisBoards boards = RedisBoards.on(
                RedisAddress.at(at),
                RedisBoardSettings.defaults().neverForgets().withTimeout(Duration.ofSeconds(20)));
        Group group = Group.of(name, pieces).with(PATIENT);
        return new RunningGroup(boards, group, List.of(boards), "--redis", at, "--group", name).with(ids);
    }

    /** Adds these members and waits until all hold the pieces that they own. */
    RunningGroup with(String... ids) {
        for (String id : ids) {
            Membership member = group.join(board, id);
            members.put(id, member);
            open.push(member);
        }
        awaitCalm();
        return this;
    }

    void awaitCalm() {
        Program.await(
                "all hold what they own",
                () -> members.values().stream()
                        .map(Membership::status)
                        .allMatch(status -> status.calm() && status.members().size() == members.size()));
    }

    Board board() {
        return board;
    }

    Membership member(String id) {
        return Objects.requireNonNull(members.get(id), id);
    }

    /** Returns the number of pieces that a member holds. */
    int held(String id) {
        return member(id).portion().count();
    }

    String[] args(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(where);
        return all.toArray(String[]::new);
    }

    Shell divvy(String... words) {
        return Shell.divvy(args(words));
    }

    @Override
    public void close() {
        try {
            while (!open.isEmpty()) {
                open.pop().close();
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
