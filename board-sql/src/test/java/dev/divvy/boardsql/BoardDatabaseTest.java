package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
class BoardDatabaseTest {

    private static final Duration PATIENT = Duration.ofSeconds(30);

    /** For those that give up. */
    private static final Duration HASTY = Duration.ofMillis(300);

    private final Pool pool = Place.fresh(DatabaseKind.H2).pool();

    private BoardDatabase line(Duration patience) {
        return new BoardDatabase(
                new ConnectionSource(
                        pool, new H2Dialect(), SqlBoardSettings.defaults().withPatience(patience)),
                patience);
    }

    /** Asks again while the answer takes longer than a hasty line waits. */
    private static void untilAnswered(BoardDatabase line) throws Exception {
        Await.until("it answers", () -> {
            try {
                return line.ask("look", Connection::getAutoCommit);
            } catch (BoardUnavailableException e) {
                return false;
            }
        });
    }

    @Test
    void oneConnectionIsKeptAndGivenBackAtTheEnd() throws Exception {
        try (BoardDatabase line = line(PATIENT)) {
            line.ask("first", Connection::getAutoCommit);
            line.ask("second", Connection::getAutoCommit);
            assertThat(pool.out()).isEqualTo(1);
        }
        assertThat(pool.out()).isZero();
    }

    @Test
    void connectionsGoBackAsTheyCame() throws Exception {
        pool.withoutAutoCommit();
        try (BoardDatabase line = line(PATIENT)) {
            assertThat(line.ask("look", Connection::getAutoCommit)).isTrue();
        }
        try (Connection back = pool.getConnection()) {
            assertThat(back.getAutoCommit()).isFalse();
        }
    }

    /** What is written on a connection that was left in a transaction would be lost, and the pulse would not know. */
    @Test
    void aKeptConnectionAlwaysCommitsByItself() {
        try (BoardDatabase line = line(PATIENT)) {
            line.ask("leave it in a transaction", connection -> {
                connection.setAutoCommit(false);
                return true;
            });
            assertThat(line.ask("look", Connection::getAutoCommit)).isTrue();
        }
    }

    @Test
    void anAnswerThatDoesNotComeIsNotWaitedFor() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (BoardDatabase line = line(HASTY)) {
            assertThatThrownBy(() -> line.ask("hang", connection -> {
                        await(never);
                        return true;
                    }))
                    .isInstanceOf(BoardUnavailableException.class)
                    .hasMessageContaining("could not hang")
                    .hasMessageContaining("300 ms");
            untilAnswered(line);
        } finally {
            never.countDown();
        }
        Await.until("all came back", () -> pool.out() == 0);
    }

    @Test
    void aConnectionThatComesTooLateGoesBack() throws Exception {
        pool.block();
        try (BoardDatabase line = line(HASTY)) {
            assertThatThrownBy(() -> line.ask("ask", Connection::getAutoCommit))
                    .isInstanceOf(BoardUnavailableException.class);
            pool.unblock();
            untilAnswered(line);
        }
        Await.until("all came back", () -> pool.out() == 0);
    }

    @Test
    void whatTheDatabaseWantsAnewIsBegunAnewAndCounted() {
        AtomicInteger attempts = new AtomicInteger();
        try (BoardDatabase line = line(PATIENT)) {
            int answer = line.ask("try", connection -> {
                if (attempts.incrementAndGet() < 4) {
                    throw new SQLException("a deadlock", "40001");
                }
                return 7;
            });
            assertThat(answer).isEqualTo(7);
            assertThat(line.retries()).isEqualTo(3);
        }
    }

    @Test
    void whatIsWantedAnewForEverIsGivenUpInTime() {
        try (BoardDatabase line = line(HASTY)) {
            assertThatThrownBy(() -> line.ask("try", connection -> {
                        throw new SQLException("a deadlock", "40001");
                    }))
                    .isInstanceOf(BoardUnavailableException.class);
        }
    }

    @Test
    void whatMayHaveBeenCarriedOutIsNotBegunAnew() {
        AtomicInteger attempts = new AtomicInteger();
        try (BoardDatabase line = line(PATIENT)) {
            assertThatThrownBy(() -> line.ask("try", connection -> {
                        attempts.incrementAndGet();
                        throw new SQLException("who knows", "40003");
                    }))
                    .isInstanceOf(BoardUnavailableException.class);
        }
        assertThat(attempts).hasValue(1);
    }

    /** A server that has become read-only, as one does that is no longer the first of its cluster, may never be met again through it. */
    @Test
    void aConnectionThatFailedIsNotKept() {
        List<Connection> used = new ArrayList<>();
        try (BoardDatabase line = line(PATIENT)) {
            assertThatThrownBy(() -> line.ask("write", connection -> {
                        used.add(connection);
                        throw new SQLException("read-only", "25006");
                    }))
                    .isInstanceOf(BoardUnavailableException.class)
                    .hasMessageContaining("read-only");
            assertThat(pool.out()).isZero();
        }
        assertThat(used).hasSize(1);
    }

    @Test
    void aLineThatIsClosedSaysSo() {
        BoardDatabase line = line(PATIENT);
        line.close();
        assertThatThrownBy(() -> line.ask("look", Connection::getAutoCommit))
                .isInstanceOf(BoardUnavailableException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void whatIsUnderWayWhenTheLineIsClosedKeepsNoConnection() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        BoardDatabase line = line(PATIENT);
        Thread asking = new Thread(() -> line.ask("slow", connection -> {
            begun.countDown();
            await(closed);
            return true;
        }));
        asking.start();
        Await.until(begun);
        line.close();
        closed.countDown();
        asking.join();
        Await.until("it came back", () -> pool.out() == 0);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
