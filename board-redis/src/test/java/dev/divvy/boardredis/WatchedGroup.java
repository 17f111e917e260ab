package dev.divvy.boardredis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.boardredis.board.BoardKeys;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.redis.RedisCluster;
import dev.divvy.testservers.redis.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** Three members of one group, each with connections of its own as in three processes, and a detector of overlapping holdings. */
final class WatchedGroup implements AutoCloseable {

    static final Timing TIMING = Timing.of(Duration.ofMillis(150), Duration.ofMillis(1500))
            .withSettle(Duration.ofMillis(20))
            .withGrace(Duration.ofMillis(50));

    private static final List<String> UNITS = List.of("u", "v", "w", "x", "y", "z");

    final String name = "group-" + UUID.randomUUID();
    final List<Membership> members = new ArrayList<>();
    private final List<RedisBoards> boards = new ArrayList<>();
    private final OverlapDetector detector;

    WatchedGroup(RedisAddress address) throws Exception {
        RedisBoardSettings settings = RedisBoardSettings.defaults().withTiming(TIMING);
        Group group = Group.of(name, Units.of(UNITS)).with(TIMING);
        for (String id : List.of("a", "b", "c")) {
            RedisBoards own = RedisBoards.on(address, settings);
            boards.add(own);
            members.add(group.join(own.of(name), id));
        }
        detector = new OverlapDetector(members);
        awaitAllHeld();
    }

    BoardKeys keys() {
        return BoardKeys.of("divvy", name);
    }

    boolean allHeld() {
        return UNITS.stream().allMatch(unit -> members.stream().anyMatch(member -> member.holds(unit)));
    }

    boolean nothingHeld() {
        return members.stream().allMatch(member -> member.portion().isEmpty());
    }

    void awaitAllHeld() throws Exception {
        Await.until("every piece is held", this::allHeld);
    }

    /** Returns a key that is on another master than the board. */
    String keyElsewhere(RedisCluster cluster) {
        RedisServer own = cluster.masterOf(keys().board());
        return IntStream.range(0, 100)
                .mapToObj(i -> "elsewhere-" + i)
                .filter(key -> cluster.masterOf(key) != own)
                .findFirst()
                .orElseThrow();
    }

    /** Waits until every piece is held because of pulses that were sent after this call. */
    void outlastALease() throws Exception {
        long end = System.nanoTime() + TIMING.timeToLive().toNanos();
        Await.until("a lease has passed", () -> System.nanoTime() - end > 0);
        awaitAllHeld();
    }

    long epoch() {
        return members.stream()
                .flatMap(member -> member.status().version().stream())
                .mapToLong(Version::epoch)
                .max()
                .orElse(0);
    }

    /** Asserts that no piece was ever held by two members at once. */
    void assertNoOverlap() {
        assertThat(detector.overlaps()).isEmpty();
    }

    @Override
    public void close() {
        detector.close();
        members.forEach(Membership::close);
        boards.forEach(RedisBoards::close);
    }
}
