package dev.divvy.cache.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.faults.Harbour;
import dev.divvy.cache.fleet.Fleet;
import dev.divvy.cache.fleet.Talk;
import dev.divvy.testservers.needs.NeedsNode;
import dev.divvy.testservers.needs.NeedsRedisTools;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Four kinds of cluster clients write and read while nodes that redirect come, leave and are killed. */
@NeedsRedisTools
@NeedsNode
@Timeout(300)
class ThroughChangesTest {

    private static final int KEYS = 10;

    /** For redis-cli, which is a process for every command. */
    private static final int FEW_KEYS = 5;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @Test
    void noClientLosesWhatWasAcknowledged() {
        try (Harbour harbour = new Harbour(4, Duration.ofSeconds(20), true)) {
            harbour.startUpTo(3);
            List<InetSocketAddress> nodes =
                    IntStream.rangeClosed(1, 4).mapToObj(harbour::address).toList();
            try (Client lettuce = new LettuceClient(nodes);
                    Client jedis = new JedisClient(nodes);
                    Client cli = new CliClient(nodes);
                    Client node = NodeClient.cluster(nodes)) {
                List<Scribe> scribes = List.of(lettuce, jedis, cli, node).stream()
                        .map(client -> new Scribe(client, client == cli ? FEW_KEYS : KEYS))
                        .toList();
                during(scribes, () -> harbour.start(4), harbour);
                during(scribes, () -> harbour.stop(1), harbour);
                during(scribes, () -> kill(2, harbour, scribes), harbour);
                scribes.forEach(scribe -> {
                    scribe.writeAll();
                    scribe.mayLose(Set.of());
                    scribe.check();
                });
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void kill(int node, Harbour harbour, List<Scribe> scribes) {
        Set<String> there;
        try (Talk talk = harbour.talk(node)) {
            there = talk.askList("KEYS", "*").stream().map(String::valueOf).collect(Collectors.toSet());
        }
        assertThat(there).as("keys on the node that is killed").isNotEmpty();
        scribes.forEach(scribe -> scribe.mayLose(there));
        harbour.kill(node);
        try (Talk other = harbour.talk(3)) {
            Fleet.until("the others go on, and their map has no hole meanwhile", () -> {
                assertThat(slots(other)).isEqualTo(16384);
                return harbour.isCalm(3);
            });
        }
    }

    /** How many slots have a node in the map that clients get. */
    private static long slots(Talk talk) {
        return talk.askList("CLUSTER", "SLOTS").stream()
                .map(run -> (List<?>) run)
                .mapToLong(run -> (Long) run.get(1) - (Long) run.get(0) + 1)
                .sum();
    }

    /** Every client goes through its keys before the change, during it, and once more after all is calm again. */
    private void during(List<Scribe> scribes, Runnable change, Harbour harbour) {
        List<CompletableFuture<Void>> work =
                scribes.stream().map(scribe -> scribe.begin(threads)).toList();
        try {
            awaitRounds(scribes, work, 1);
            change.run();
            harbour.awaitCalm();
            awaitRounds(scribes, work, 2);
        } finally {
            scribes.forEach(Scribe::end);
        }
        work.forEach(CompletableFuture::join);
        scribes.forEach(Scribe::check);
    }

    private static void awaitRounds(List<Scribe> scribes, List<CompletableFuture<Void>> work, int more) {
        List<Long> goals =
                scribes.stream().map(scribe -> scribe.rounds() + more).toList();
        Fleet.until(
                "every client went on: " + scribes,
                () -> work.stream().anyMatch(CompletableFuture::isCompletedExceptionally)
                        || IntStream.range(0, goals.size())
                                .allMatch(i -> scribes.get(i).rounds() >= goals.get(i)));
    }
}
