package dev.divvy.boardredis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Member;
import dev.divvy.boardredis.board.BoardKeys;
import dev.divvy.boardredis.connection.Raw;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.net.FaultyProxy;
import dev.divvy.testservers.redis.RedisServer;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Members whose Redis is in trouble hold nothing once their leases are over, come back by themselves, and no two hold the same. */
@Timeout(300)
@NeedsRedis
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultTest {

    private static final int TRIES = 5;

    private final RedisServer server = RedisServer.start();

    @AfterAll
    void end() {
        server.close();
    }

    private RedisAddress place() {
        return RedisAddress.at(server.host() + ":" + server.port());
    }

    @Test
    void aServerThatIsKilledAndStartedAgain() throws Exception {
        try (Troupe troupe = new Troupe(place())) {
            server.kill();
            Await.until("nothing is held", troupe::nothingHeld);
            server.startAgain();
            troupe.awaitAllHeld();
            troupe.checkNoneTwice();
        }
    }

    /** Either may have forgotten something, and nobody else would say so. */
    @Test
    void anotherRunOfTheServerAndAnotherHashAreAnotherMemory() {
        Card card = new Card(new Member("a", 1, Optional.empty(), 1), 0, 0, CardState.RUNNING, "");
        RedisBoardSettings settings = RedisBoardSettings.defaults().withPatience(Duration.ofSeconds(10));
        try (RedisBoards boards = RedisBoards.on(place(), settings)) {
            Board board = boards.of("memory");
            board.join(card);
            AtomicLong beat = new AtomicLong();
            String first = origin(board, card, beat);
            assertThat(origin(board, card, beat)).isEqualTo(first);
            server.restart();
            String second = origin(board, card, beat);
            assertThat(second).isNotEqualTo(first);
            assertThat(origin(board, card, beat)).isEqualTo(second);
            Raw.ask(
                    place(),
                    commands -> commands.del(BoardKeys.of("divvy", "memory").board()));
            assertThat(origin(board, card, beat)).isNotEqualTo(second);
        }
    }

    /** A pulse may be lost with a connection whose end nobody has noticed yet: then the next one says it. */
    private static String origin(Board board, Card card, AtomicLong beat) {
        for (int tries = 1; ; tries++) {
            try {
                return board.pulse(card.withBeat(beat.incrementAndGet()), Optional.empty())
                        .orElseThrow()
                        .origin();
            } catch (BoardUnavailableException e) {
                if (tries == TRIES) {
                    throw e;
                }
            }
        }
    }

    @Test
    void aServerThatStandsStillForLongerThanALease() throws Exception {
        try (Troupe troupe = new Troupe(place())) {
            server.pause();
            try {
                Await.until("nothing is held", troupe::nothingHeld);
            } finally {
                server.resume();
            }
            troupe.awaitAllHeld();
            troupe.checkNoneTwice();
        }
    }

    @Test
    void aServerThatIsFlushedGoesOnAboveAllEpochsThatAnybodyRemembers() throws Exception {
        try (Troupe troupe = new Troupe(place())) {
            long before = troupe.epoch();
            Raw.ask(place(), commands -> commands.flushall());
            Await.until("the board is above it", () -> epochOnBoard(troupe).compareTo(BoardKeys.digits(before)) > 0);
            Await.until("every piece is held again", () -> troupe.allHeld() && troupe.epoch() > before);
            assertThat(epochOnBoard(troupe)).isGreaterThan(BoardKeys.digits(before));
            troupe.checkNoneTwice();
        }
    }

    /** Empty as long as nobody has published since the flush. */
    private String epochOnBoard(Troupe troupe) {
        return Raw.ask(
                place(),
                commands ->
                        Objects.requireNonNullElse(commands.hget(troupe.keys().board(), "epoch"), ""));
    }

    @Test
    void answersThatAreLateCostNothingUntilTheyAreTooLate() throws Exception {
        try (FaultyProxy detour = FaultyProxy.to(server);
                Troupe troupe = new Troupe(RedisAddress.at(detour.address()))) {
            detour.delay(Troupe.TIMING.patience().dividedBy(10));
            troupe.awaitAllHeld();
            detour.delay(Troupe.TIMING.patience().multipliedBy(2));
            Await.until("nothing is held", troupe::nothingHeld);
            detour.delay(Duration.ZERO);
            troupe.awaitAllHeld();
            detour.hold();
            Await.until("nothing is held", troupe::nothingHeld);
            detour.letGo();
            troupe.awaitAllHeld();
            detour.cut();
            troupe.awaitAllHeld();
            troupe.checkNoneTwice();
        }
    }
}
