package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Eight members pulse and complete at twenty times the default rate, where locks and conflicts are worst, and nothing gets stuck. */
@Timeout(240)
class ContentionTest {

    private static final int MEMBERS = 8;
    private static final int TOKENS = 64;
    private static final Duration DURATION = Duration.ofSeconds(Boolean.getBoolean("divvy.long") ? 60 : 5);
    private static final Timing TIMING = Timing.of(Duration.ofMillis(50), Duration.ofSeconds(10))
            .withSettle(Duration.ofMillis(20))
            .withGrace(Duration.ofMillis(100));

    private final AtomicLong done = new AtomicLong();
    private final AtomicLong rolledBack = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();

    @Test
    @NeedsPostgres
    void nothingGetsStuckOnPostgres() throws Exception {
        contend(TestDatabase.postgres(TestDatabase.SERIALIZABLE));
    }

    @Test
    @NeedsMaria
    void nothingGetsStuckOnMaria() throws Exception {
        contend(TestDatabase.maria(TestDatabase.SERIALIZABLE));
    }

    private void contend(TestDatabase database) throws Exception {
        String name = "contention-" + UUID.randomUUID();
        Group group = Group.of(name, Tokens.sql(TOKENS)).with(TIMING);
        SqlBoardSettings settings = SqlBoardSettings.defaults()
                .withTimeout(TIMING.timeout())
                .withIdleLimit(Duration.ofMinutes(1))
                .neverForgets();
        ExecutorService threads = Executors.newCachedThreadPool();
        List<SqlBoards> processes = new ArrayList<>();
        List<Membership> members = new ArrayList<>();
        List<Future<?>> workers = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            SqlBoards boards = new SqlBoards(database.pool(), database.kind(), settings);
            Membership member = group.join(boards.of(name), "m" + i);
            processes.add(boards);
            members.add(member);
            long seed = i;
            workers.add(threads.submit(() -> complete(database, boards.of(name), member, new Random(seed))));
        }
        assertThat(members.get(0).await(status -> over(), DURATION)).isFalse();
        Await.until("they complete", () -> done.get() > MEMBERS);
        over.set(true);
        for (Future<?> worker : workers) {
            Await.get(worker);
        }
        Await.until(
                "everything is held",
                () -> members.stream()
                                .mapToInt(member -> member.portion().count())
                                .sum()
                        == TOKENS);
        members.forEach(Membership::close);
        long retries = processes.stream().mapToLong(SqlBoards::retries).sum();
        processes.forEach(SqlBoards::close);
        threads.shutdown();
        System.out.println(database.kind() + ": " + done + " completions, " + rolledBack + " rolled back, " + refused
                + " refused, " + retries + " retries of the board");
    }

    private boolean over() {
        return over.get();
    }

    private Void complete(TestDatabase database, SqlBoard board, Membership member, Random random) throws SQLException {
        while (!over.get()) {
            try (Hold hold =
                    member.holdPiece(Integer.toString(random.nextInt(TOKENS))).orElse(null)) {
                if (hold != null) {
                    complete(database, board, hold);
                }
            }
        }
        return null;
    }

    private void complete(TestDatabase database, SqlBoard board, Hold hold) throws SQLException {
        try (Connection connection = database.pool().getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO work (id) VALUES (?)")) {
                insert.setString(1, UUID.randomUUID().toString());
                insert.executeUpdate();
                board.commit(connection, List.of(hold));
                done.incrementAndGet();
            } catch (StaleHoldException e) {
                refused.incrementAndGet();
            } catch (SQLException e) {
                assertThat(SqlErrorKind.of(e)).as("%s", e).isEqualTo(SqlErrorKind.ROLLED_BACK);
                rolledBack.incrementAndGet();
                connection.rollback();
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }
}
