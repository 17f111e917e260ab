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

/** A member whose database is in trouble holds nothing once its lease is over, and comes back by itself. */
@Timeout(120)
abstract class FaultDuties {

    private static final Timing TIMING = Timing.of(Duration.ofMillis(100), Duration.ofMillis(900))
            .withSettle(Duration.ofMillis(20))
            .withGrace(Duration.ofMillis(50));

    private Place place;
    private SqlBoards boards;
    private Membership member;

    abstract SqlServer server();

    /** Ends every connection but the one that asks. */
    abstract void killConnections(Place there) throws Exception;

    /** The same for a user whom the server's own limits bind. */
    Place unprivileged(Place there) throws Exception {
        return there;
    }

    abstract void readOnly(Place there, boolean now) throws Exception;

    @BeforeEach
    void oneMemberHolds() throws Exception {
        String name = "faults_" + UUID.randomUUID().toString().replace('-', '_');
        place = unprivileged(Place.with(Place.on(server(), name, Connection.TRANSACTION_NONE)));
        boards = new SqlBoards(
                place.pool(),
                place.product(),
                SqlBoardSettings.defaults().withTiming(TIMING).neverForgets());
        member = Group.of(name, Units.of("x")).with(TIMING).join(boards.of(name), "a");
        Await.until("it holds", this::holds);
    }

    @AfterEach
    void everybodyGoes() throws Exception {
        member.close();
        boards.close();
        place.pool().drain();
    }

    private boolean holds() {
        return member.holds("x");
    }

    private void holdsNothingForAWhile() throws Exception {
        Await.until("its lease is over", this::holdsNothing);
    }

    private boolean holdsNothing() {
        return !holds() && member.portion().holdings().isEmpty();
    }

    private void comesBack() throws Exception {
        Await.until("it holds again", this::holds);
        Stage.awaitRunning(member);
    }

    @Test
    void aServerThatIsKilledAndStartedAgain() throws Exception {
        server().kill();
        holdsNothingForAWhile();
        server().startAgain();
        comesBack();
    }

    @Test
    void aServerThatIsRestarted() throws Exception {
        server().restart();
        comesBack();
    }

    @Test
    void aServerThatStandsStill() throws Exception {
        server().pause();
        try {
            holdsNothingForAWhile();
        } finally {
            server().resume();
        }
        comesBack();
    }

    @Test
    void connectionsThatAreKilledCostNoHolding() throws Exception {
        var life = member.life().orElseThrow();
        for (int i = 0; i < 5; i++) {
            killConnections(place);
            comesBack();
        }
        assertThat(member.life()).contains(life);
    }

    /** From outside, and again and again: one that was lent in that moment would live on. */
    private void holdsNothingWhileConnectionsAreKilled() throws Exception {
        Place other = Place.on(server(), place.database(), Connection.TRANSACTION_NONE);
        Await.until("its lease is over", () -> {
            killConnections(other);
            return holdsNothing();
        });
        other.pool().drain();
    }

    @Test
    void aPoolThatIsUsedUp() throws Exception {
        place.pool().atMost(0);
        try {
            holdsNothingWhileConnectionsAreKilled();
        } finally {
            place.pool().atMost(100);
        }
        comesBack();
    }

    @Test
    void aPoolThatHangs() throws Exception {
        place.pool().block();
        try {
            holdsNothingWhileConnectionsAreKilled();
        } finally {
            place.pool().unblock();
        }
        comesBack();
    }

    @Test
    void aDatabaseThatIsReadOnlyForAWhile() throws Exception {
        Place other = Place.on(server(), place.database(), Connection.TRANSACTION_NONE);
        try {
            readOnly(other, true);
            holdsNothingForAWhile();
        } finally {
            readOnly(other, false);
        }
        comesBack();
        other.pool().drain();
    }
}
