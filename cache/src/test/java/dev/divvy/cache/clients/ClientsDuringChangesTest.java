package dev.divvy.cache.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.faults.ProcessCluster;
import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import dev.divvy.testservers.needs.NeedsNode;
import dev.divvy.testservers.needs.NeedsRedisTools;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Four kinds of cluster clients write and read while nodes that redirect join, leave and are killed. */
@NeedsRedisTools
@NeedsNode
@Timeout(300)
class ClientsDuringChangesTest {

    private static final int KEYS = 10;

    /** For redis-cli, which starts a process per command. */
    private static final int FEW_KEYS = 5;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @Test
    void noClientLosesAnAcknowledgedWrite() {
        try (ProcessCluster cluster = new ProcessCluster(4, Duration.ofSeconds(20), true)) {
            cluster.startUpTo(3);
            List<InetSocketAddress> nodes =
                    IntStream.rangeClosed(1, 4).mapToObj(cluster::address).toList();
            try (Client lettuce = new LettuceClient(nodes);
                    Client jedis = new JedisClient(nodes);
                    Client cli = new CliClient(nodes);
                    Client node = NodeClient.cluster(nodes)) {
                List<ClientWorkload> workloads = List.of(lettuce, jedis, cli, node).stream()
                        .map(client -> new ClientWorkload(client, client == cli ? FEW_KEYS : KEYS))
                        .toList();
                during(workloads, () -> cluster.start(4), cluster);
                during(workloads, () -> cluster.stop(1), cluster);
                during(workloads, () -> kill(2, cluster, workloads), cluster);
                workloads.forEach(workload -> {
                    workload.writeAll();
                    workload.mayLose(Set.of());
                    workload.check();
                });
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void kill(int node, ProcessCluster cluster, List<ClientWorkload> workloads) {
        Set<String> keys;
        try (RespClient client = cluster.client(node)) {
            keys = client.askList("KEYS", "*").stream().map(String::valueOf).collect(Collectors.toSet());
        }
        assertThat(keys).as("keys on the node that is killed").isNotEmpty();
        workloads.forEach(workload -> workload.mayLose(keys));
        cluster.kill(node);
        try (RespClient other = cluster.client(3)) {
            TestCluster.until("the others go on, and their map never has a hole", () -> {
                assertThat(slots(other)).isEqualTo(16384);
                return cluster.isCalm(3);
            });
        }
    }

    /** Returns the number of slots that have a node in the map for clients. */
    private static long slots(RespClient client) {
        return client.askList("CLUSTER", "SLOTS").stream()
                .map(run -> (List<?>) run)
                .mapToLong(run -> (Long) run.get(1) - (Long) run.get(0) + 1)
                .sum();
    }

    /** Runs every workload for a round before the change, during the change, and for two rounds after the cluster is calm again. */
    private void during(List<ClientWorkload> workloads, Runnable change, ProcessCluster cluster) {
        List<CompletableFuture<Void>> running =
                workloads.stream().map(workload -> workload.begin(threads)).toList();
        try {
            awaitRounds(workloads, running, 1);
            change.run();
            cluster.awaitCalm();
            awaitRounds(workloads, running, 2);
        } finally {
            workloads.forEach(ClientWorkload::end);
        }
        try {
            running.forEach(CompletableFuture::join);
            workloads.forEach(ClientWorkload::check);
        } catch (CompletionException | AssertionError e) {
            throw cluster.withOutput(e);
        }
    }

    private static void awaitRounds(List<ClientWorkload> workloads, List<CompletableFuture<Void>> running, int more) {
        List<Long> goals =
                workloads.stream().map(workload -> workload.rounds() + more).toList();
        TestCluster.until(
                "every client makes progress: " + workloads,
                () -> running.stream().anyMatch(CompletableFuture::isCompletedExceptionally)
                        || IntStream.range(0, goals.size())
                                .allMatch(i -> workloads.get(i).rounds() >= goals.get(i)));
    }
}
