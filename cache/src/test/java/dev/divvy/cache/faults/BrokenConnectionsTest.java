package dev.divvy.cache.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.CacheNode;
import dev.divvy.cache.testcluster.TestCluster;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.PushingBoard;
import dev.divvy.testservers.net.FaultyProxy;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Clients append words while the connections between nodes fail: nothing is lost, and the copies are complete again.
 * {@code -Ddivvy.cuts} and {@code -Ddivvy.ejections} set how often.
 */
class BrokenConnectionsTest {

    private static final int CLIENTS = 8;
    private static final int REQUESTS_PER_SECOND = 2000;
    private static final int CUTS = Integer.getInteger("divvy.cuts", 40);
    private static final int EJECTIONS = Integer.getInteger("divvy.ejections", 2);

    /** Short, so that a node that does not reach the board is soon ejected. */
    private static final Timing SHORT_LEASES =
            Timing.of(Duration.ofMillis(100), Duration.ofSeconds(2)).withGrace(TestCluster.TIMEOUT);

    /** Clients that wait for another node give up soon, so that most requests are for the node that they are connected to. */
    private static final Duration SHORT_TIMEOUT = Duration.ofMillis(150);

    private final long seed = Long.getLong("divvy.seed", System.nanoTime() & 0xFFFFFF);
    private final Random random = new Random(seed);

    /** In the order in which the nodes were started. */
    private final List<ProxiedBoard> boards = new CopyOnWriteArrayList<>();

    @AfterEach
    void closeProxies() {
        boards.forEach(ProxiedBoard::close);
    }

    @Test
    void cutConnectionsLoseNothingNotEvenWhileTokensMove() throws Exception {
        try (TestCluster cluster = cluster(TestCluster.TIMING);
                AppendWorkload workload = workload(cluster)) {
            workload.begin();
            int cut = cutOften(workload);
            cluster.start("n4");
            cut += cutOften(workload);
            proxies(proxy -> proxy.delay(Duration.ZERO));
            cluster.awaitCalm();
            workload.end();
            assertThat(workload.judge()).as("seed " + seed + ", " + workload).isEmpty();
            assertThat(cut).as("connections that were cut").isGreaterThan(2 * CUTS);
            awaitSettled(cluster);
        }
    }

    /** Messages of a node that it sent before it was ejected arrive after that, or never. */
    @Test
    void messagesThatAnEjectedNodeSentBeforeDoNoHarm() throws Exception {
        try (TestCluster cluster = cluster(SHORT_LEASES)) {
            AppendWorkload workload = workload(cluster).withReplyTimeout(SHORT_TIMEOUT);
            int judged = 0;
            for (int i = 0; i < EJECTIONS; i++) {
                Map<String, Incarnation> before = incarnations(cluster);
                workload.begin();
                eject(cluster, workload, "n" + (1 + random.nextInt(boards.size())), random.nextBoolean());
                cluster.awaitCalm();
                awaitSettled(cluster);
                workload.end();
                Map<String, Incarnation> after = incarnations(cluster);
                after.values().removeAll(before.values());
                if (after.size() == 1) { // a busy machine may have ended more leases
                    judged++;
                    assertThat(workload.judge())
                            .as("seed " + seed + ", ejection " + i + ", " + workload)
                            .isEmpty();
                }
            }
            workload.close();
            assertThat(judged).as("ejections without others by chance").isPositive();
        }
    }

    /** Keeps a node from the board until it is ejected, while no message between nodes arrives. */
    private void eject(TestCluster cluster, AppendWorkload workload, String name, boolean deliverLate) {
        Incarnation incarnation = incarnations(cluster).get(name);
        ProxiedBoard board = boards.get(Integer.parseInt(name.substring(1)) - 1);
        workload.awaitAnswers(200);
        proxies(FaultyProxy::pause);
        board.setReachable(false);
        TestCluster.until(name + " is ejected", () -> !incarnations(cluster).containsValue(incarnation));
        if (!deliverLate) {
            proxies(FaultyProxy::cut);
        }
        proxies(FaultyProxy::resume);
        board.setReachable(true);
        workload.awaitAnswers(200);
    }

    private static Map<String, Incarnation> incarnations(TestCluster cluster) {
        return cluster.board().look().cards().stream()
                .map(Card::incarnation)
                .collect(Collectors.toMap(Incarnation::member, incarnation -> incarnation));
    }

    private TestCluster cluster(Timing timing) {
        TestCluster cluster = new TestCluster(
                        settings -> settings.withBackups(1).withTokens(64).withTiming(timing), this::proxied)
                .with("n1", "n2", "n3");
        awaitSettled(cluster);
        return cluster;
    }

    private PushingBoard proxied(PushingBoard board) {
        ProxiedBoard proxied = new ProxiedBoard(board);
        boards.add(proxied);
        return proxied;
    }

    private void proxies(Consumer<FaultyProxy> action) {
        boards.forEach(board -> action.accept(board.proxy()));
    }

    private AppendWorkload workload(TestCluster cluster) {
        List<InetSocketAddress> addresses =
                cluster.nodes().stream().map(CacheNode::address).toList();
        return new AppendWorkload("k", addresses, CLIENTS, REQUESTS_PER_SECOND, seed);
    }

    /** Cuts the connections to one node or all after a few requests; a short delay keeps messages in flight. Returns the connections. */
    private int cutOften(AppendWorkload workload) {
        int cut = 0;
        for (int i = 0; i < CUTS; i++) {
            workload.awaitAnswers(1 + random.nextInt(60));
            int chosen = random.nextInt(boards.size());
            List<ProxiedBoard> victims = random.nextInt(4) == 0 ? boards : boards.subList(chosen, chosen + 1);
            for (ProxiedBoard victim : victims) {
                victim.proxy().delay(Duration.ofMillis(random.nextInt(3)));
                cut += victim.proxy().cut();
            }
        }
        return cut;
    }

    private static void awaitSettled(TestCluster cluster) {
        TestCluster.until(
                "all copies are complete",
                () -> cluster.nodes().stream().allMatch(node -> cluster.counter(node.name(), "unsettled") == 0));
    }
}
