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

/** Three members of one group, each with a link of its own as in three processes, and one who watches them. */
final class Troupe implements AutoCloseable {

    static final Timing TIMING = Timing.of(Duration.ofMillis(150), Duration.ofMillis(1500))
            .withSettle(Duration.ofMillis(20))
            .withGrace(Duration.ofMillis(50));

    private static final List<String> UNITS = List.of("u", "v", "w", "x", "y", "z");

    final String name = "troupe-" + UUID.randomUUID();
    final List<Membership> members = new ArrayList<>();
    private final List<RedisBoards> boards = new ArrayList<>();
    private final Witness witness;

    Troupe(RedisAddress place) throws Exception {
        RedisBoardSettings settings = RedisBoardSettings.defaults().withTiming(TIMING);
        Group group = Group.of(name, Units.of(UNITS)).with(TIMING);
        for (String id : List.of("a", "b", "c")) {
            RedisBoards own = RedisBoards.on(place, settings);
            boards.add(own);
            members.add(group.join(own.of(name), id));
        }
        witness = new Witness(members);
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

    /** Some key that another master serves than the board. */
    String keyElsewhere(RedisCluster cluster) {
        RedisServer own = cluster.masterOf(keys().board());
        return IntStream.range(0, 100)
                .mapToObj(i -> "elsewhere-" + i)
                .filter(key -> cluster.masterOf(key) != own)
                .findFirst()
                .orElseThrow();
    }

    /** Waits until all that is held now is held by pulses of from now on. */
    void outliveALease() throws Exception {
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

    /** No piece was ever held by two. */
    void checkNoneTwice() {
        assertThat(witness.seen()).isEmpty();
    }

    @Override
    public void close() {
        witness.close();
        members.forEach(Membership::close);
        boards.forEach(RedisBoards::close);
    }
}
