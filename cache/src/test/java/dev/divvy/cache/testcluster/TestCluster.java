package dev.divvy.cache.testcluster;

import dev.divvy.cache.CacheNode;
import dev.divvy.cache.NodeSettings;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.PushingBoard;
import dev.divvy.coordination.memory.MemoryBoard;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.testservers.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Nodes in this process on a board in memory. Their leases are long, so that a pause of the machine ends none. */
public final class TestCluster implements AutoCloseable {

    public static final Duration TIMEOUT = Duration.ofSeconds(60);

    public static final Timing TIMING =
            Timing.of(Duration.ofMillis(200), Duration.ofSeconds(20)).withGrace(TIMEOUT);

    private final PushingBoard board = new MemoryBoard();
    private final Map<String, LaggingBoard> boards = new HashMap<>();
    private final Map<String, CacheNode> nodes = new TreeMap<>();
    private final UnaryOperator<NodeSettings> commonSettings;
    private final UnaryOperator<PushingBoard> viewOfBoard;

    /** @param commonSettings applied to the settings of every node */
    public TestCluster(UnaryOperator<NodeSettings> commonSettings) {
        this(commonSettings, board -> board);
    }

    /** @param viewOfBoard applied to the board for every node, once */
    public TestCluster(UnaryOperator<NodeSettings> commonSettings, UnaryOperator<PushingBoard> viewOfBoard) {
        this.commonSettings = commonSettings;
        this.viewOfBoard = viewOfBoard;
    }

    public TestCluster() {
        this(settings -> settings);
    }

    /** Starts nodes of these names and waits until the cluster is calm. */
    public TestCluster with(String... names) {
        for (String name : names) {
            start(name);
        }
        awaitCalm();
        return this;
    }

    public CacheNode start(String name) {
        NodeSettings settings = NodeSettings.named(name)
                .withListenAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withTiming(TIMING)
                .withRequestTimeout(TIMEOUT);
        try {
            CacheNode node = CacheNode.start(commonSettings.apply(settings), board(name));
            nodes.put(name, node);
            return node;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the board as the node of this name sees it. */
    public LaggingBoard board(String name) {
        return boards.computeIfAbsent(name, key -> new LaggingBoard(viewOfBoard.apply(board)));
    }

    /** Returns the board of all nodes. */
    public Board board() {
        return board;
    }

    /** Stops a node by a planned leave. */
    public void stop(String name) {
        CacheNode node = node(name);
        nodes.remove(name);
        node.close();
    }

    public CacheNode node(String name) {
        CacheNode node = nodes.get(name);
        if (node == null) {
            throw new IllegalArgumentException("there is no node " + name);
        }
        return node;
    }

    public Collection<CacheNode> nodes() {
        return nodes.values();
    }

    public RespClient client(String name) {
        return new RespClient(node(name).address());
    }

    /** Waits until all nodes agree on the members and hold their shares. */
    public void awaitCalm() {
        until("the cluster is calm", () -> nodes.values().stream().allMatch(this::isCalm));
    }

    /** Also checks that the node is settled: it begins to serve gained tokens one by one, a moment after its status shows them. */
    private boolean isCalm(CacheNode node) {
        GroupStatus status = node.status();
        return status.calm() && status.members().size() == nodes.size() && isDivided(status) && node.isSettled();
    }

    /** Waits until every node gives its clients the map of all nodes, which it makes a moment after it is calm. */
    public TestCluster withMaps() {
        until("the nodes have maps for clients", () -> nodes.keySet().stream().allMatch(this::hasMap));
        return this;
    }

    private boolean hasMap(String name) {
        try (RespClient client = client(name)) {
            String info = String.valueOf(client.ask("CLUSTER", "INFO"));
            return info.contains("cluster_state:ok") && info.contains("cluster_size:" + nodes.size() + "\r\n");
        }
    }

    private static boolean isDivided(GroupStatus status) {
        return status.allocation()
                .filter(allocation ->
                        allocation.roster().size() == status.members().size())
                .isPresent();
    }

    /** Returns a counter of a node. */
    public long counter(String node, String name) {
        try (RespClient client = client(node)) {
            return client.counter(name);
        }
    }

    public long size() {
        return nodes.values().stream().mapToLong(CacheNode::size).sum();
    }

    /** Waits for a condition, longer than any timeout. */
    public static void until(String what, BooleanSupplier condition) {
        Await.until(what, TIMEOUT.multipliedBy(3), condition::getAsBoolean);
    }

    /** Closes all nodes at once: those that leave together hand nothing over. */
    @Override
    public void close() {
        boards.values().forEach(LaggingBoard::catchUp);
        CompletableFuture.allOf(nodes.values().stream()
                        .map(node -> CompletableFuture.runAsync(
                                node::close, task -> DaemonThreads.start("close " + node.name(), task)))
                        .toArray(CompletableFuture[]::new))
                .join();
    }
}
