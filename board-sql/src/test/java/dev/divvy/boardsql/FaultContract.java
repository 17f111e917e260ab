package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Units;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.sql.SqlServer;
import java.sql.Connection;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A member whose database fails holds nothing once its lease has ended, and recovers by itself. */
@Timeout(120)
abstract class FaultContract {

    private static final Timing TIMING = Timing.of(Duration.ofMillis(100), Duration.ofMillis(900))
            .withSettle(Duration.ofMillis(20))
            .withGrace(Duration.ofMillis(50));

    private TestDatabase database;
    private SqlBoards boards;
    private Membership member;

    abstract SqlServer server();

    /** Ends every connection but the one that runs this. */
    abstract void killConnections(TestDatabase target) throws Exception;

    /** Returns the same database with a user that cannot write while the server is read-only. */
    TestDatabase unprivileged(TestDatabase target) throws Exception {
        return target;
    }

    abstract void readOnly(TestDatabase target, boolean now) throws Exception;

    @BeforeEach
    void joinOneMember() throws Exception {
        String name = "faults_" + UUID.randomUUID().toString().replace('-', '_');
        database = unprivileged(TestDatabase.withTables(TestDatabase.on(server(), name, Connection.TRANSACTION_NONE)));
        boards = new SqlBoards(
                database.pool(),
                database.kind(),
                SqlBoardSettings.defaults().withTiming(TIMING).neverForgets());
        member = Group.of(name, Units.of("x")).with(TIMING).join(boards.of(name), "a");
        Await.until("it holds", this::holds);
    }

    @AfterEach
    void close() throws Exception {
        member.close();
        boards.close();
        database.pool().drain();
    }

    private boolean holds() {
        return member.holds("x");
    }

    private void losesItsLease() throws Exception {
        Await.until("its lease has ended", this::holdsNothing);
    }

    private boolean holdsNothing() {
        return !holds() && member.portion().holdings().isEmpty();
    }

    private void recovers() throws Exception {
        Await.until("it holds again", this::holds);
        TwoProcessGroup.awaitRunning(member);
    }

    @Test
    void aServerThatIsKilledAndStartedAgain() throws Exception {
        server().kill();
        losesItsLease();
        server().startAgain();
        recovers();
    }

    @Test
    void aServerThatIsRestarted() throws Exception {
        server().restart();
        recovers();
    }

    @Test
    void aServerThatIsPaused() throws Exception {
        server().pause();
        try {
            losesItsLease();
        } finally {
            server().resume();
        }
        recovers();
    }

    @Test
    void connectionsThatAreKilledCostNoHolding() throws Exception {
        var incarnation = member.incarnation().orElseThrow();
        for (int i = 0; i < 5; i++) {
            killConnections(database);
            recovers();
        }
        assertThat(member.incarnation()).contains(incarnation);
    }

    /** Kills connections from outside, repeatedly: one that was lent at that moment would survive. */
    private void holdsNothingWhileConnectionsAreKilled() throws Exception {
        TestDatabase other = TestDatabase.on(server(), database.name(), Connection.TRANSACTION_NONE);
        Await.until("its lease has ended", () -> {
            killConnections(other);
            return holdsNothing();
        });
        other.pool().drain();
    }

    @Test
    void anExhaustedPool() throws Exception {
        database.pool().atMost(0);
        try {
            holdsNothingWhileConnectionsAreKilled();
        } finally {
            database.pool().atMost(100);
        }
        recovers();
    }

    @Test
    void aPoolThatHangs() throws Exception {
        database.pool().block();
        try {
            holdsNothingWhileConnectionsAreKilled();
        } finally {
            database.pool().unblock();
        }
        recovers();
    }

    @Test
    void aDatabaseThatIsReadOnlyForAWhile() throws Exception {
        TestDatabase other = TestDatabase.on(server(), database.name(), Connection.TRANSACTION_NONE);
        try {
            readOnly(other, true);
            losesItsLease();
        } finally {
            readOnly(other, false);
        }
        recovers();
        other.pool().drain();
    }
}
