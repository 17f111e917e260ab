package dev.divvy.boardredis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Member;
import dev.divvy.boardredis.board.BoardKeys;
import dev.divvy.boardredis.connection.RawCommands;
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

/** Members whose Redis fails hold nothing once their leases have ended, recover by themselves, and no two hold the same piece. */
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

    private RedisAddress address() {
        return RedisAddress.at(server.host() + ":" + server.port());
    }

    @Test
    void aServerThatIsKilledAndStartedAgain() throws Exception {
        try (WatchedGroup group = new WatchedGroup(address())) {
            server.kill();
            Await.until("nothing is held", group::nothingHeld);
            server.startAgain();
            group.awaitAllHeld();
            group.assertNoOverlap();
        }
    }

    /** Data may have been lost in either case, and only the origin shows it. */
    @Test
    void aRestartAndANewHashChangeTheOrigin() {
        Card card = new Card(new Member("a", 1, Optional.empty(), 1), 0, 0, CardState.RUNNING, "");
        RedisBoardSettings settings = RedisBoardSettings.defaults().withTimeout(Duration.ofSeconds(10));
        try (RedisBoards boards = RedisBoards.on(address(), settings)) {
            Board board = boards.of("memory");
            board.join(card);
            AtomicLong beat = new AtomicLong();
            String first = origin(board, card, beat);
            assertThat(origin(board, card, beat)).isEqualTo(first);
            server.restart();
            String second = origin(board, card, beat);
            assertThat(second).isNotEqualTo(first);
            assertThat(origin(board, card, beat)).isEqualTo(second);
            RawCommands.run(
                    address(),
                    commands -> commands.del(BoardKeys.of("divvy", "memory").board()));
            assertThat(origin(board, card, beat)).isNotEqualTo(second);
        }
    }

    /** Pulses until one succeeds: the first may be lost with a connection whose end was not yet noticed. */
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
    void aServerThatIsPausedForLongerThanALease() throws Exception {
        try (WatchedGroup group = new WatchedGroup(address())) {
            server.pause();
            try {
                Await.until("nothing is held", group::nothingHeld);
            } finally {
                server.resume();
            }
            group.awaitAllHeld();
            group.assertNoOverlap();
        }
    }

    @Test
    void aFlushedServerContinuesAboveAllEpochsThatAMemberRemembers() throws Exception {
        try (WatchedGroup group = new WatchedGroup(address())) {
            long before = group.epoch();
            RawCommands.run(address(), commands -> commands.flushall());
            Await.until("the board is above it", () -> epochOnBoard(group).compareTo(BoardKeys.digits(before)) > 0);
            Await.until("every piece is held again", () -> group.allHeld() && group.epoch() > before);
            assertThat(epochOnBoard(group)).isGreaterThan(BoardKeys.digits(before));
            group.assertNoOverlap();
        }
    }

    /** Returns the epoch on the board; empty until a member publishes after the flush. */
    private String epochOnBoard(WatchedGroup group) {
        return RawCommands.run(
                address(),
                commands ->
                        Objects.requireNonNullElse(commands.hget(group.keys().board(), "epoch"), ""));
    }

    @Test
    void slowRepliesCostNothingUntilTheyExceedTheTimeout() throws Exception {
        try (FaultyProxy proxy = FaultyProxy.to(server);
                WatchedGroup group = new WatchedGroup(RedisAddress.at(proxy.address()))) {
            proxy.delay(WatchedGroup.TIMING.timeout().dividedBy(10));
            group.awaitAllHeld();
            proxy.delay(WatchedGroup.TIMING.timeout().multipliedBy(2));
            Await.until("nothing is held", group::nothingHeld);
            proxy.delay(Duration.ZERO);
            group.awaitAllHeld();
            proxy.pause();
            Await.until("nothing is held", group::nothingHeld);
            proxy.resume();
            group.awaitAllHeld();
            proxy.cut();
            group.awaitAllHeld();
            group.assertNoOverlap();
        }
    }
}
