package dev.divvy.cache.fleet;

import dev.divvy.cache.CacheNode;
import dev.divvy.cache.NodeSettings;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.PushingBoard;
import dev.divvy.coordination.memory.MemoryBoard;
import dev.divvy.coordination.status.GroupStatus;
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
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Some nodes in this process that meet on a board in memory. Their leases are long: a pause of the machine ends none. */
public final class Fleet implements AutoCloseable {

    public static final Duration LONG = Duration.ofSeconds(60);

    public static final Timing PATIENT =
            Timing.of(Duration.ofMillis(200), Duration.ofSeconds(20)).withGrace(LONG);

    private final PushingBoard board = new MemoryBoard();
    private final Map<String, Veil> veils = new HashMap<>();
    private final Map<String, CacheNode> nodes = new TreeMap<>();
    private final UnaryOperator<NodeSettings> manner;

    /** @param manner what the settings of all nodes have in common */
    public Fleet(UnaryOperator<NodeSettings> manner) {
        this.manner = manner;
    }

    public Fleet() {
        this(settings -> settings);
    }

    /** Starts nodes of these names and waits until the cluster is calm. */
    public Fleet with(String... names) {
        for (String name : names) {
            start(name);
        }
        awaitCalm();
        return this;
    }

    public CacheNode start(String name) {
        NodeSettings usual = NodeSettings.named(name)
                .withListenAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withTiming(PATIENT)
                .withPatience(LONG);
        try {
            CacheNode node = CacheNode.start(manner.apply(usual), veil(name));
            nodes.put(name, node);
            return node;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is between the board and a node of this name. */
    public Veil veil(String name) {
        return veils.computeIfAbsent(name, one -> new Veil(board));
    }

    /** Where the nodes meet. */
    public Board board() {
        return board;
    }

    /** A planned leave. */
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

    public Talk talk(String name) {
        return new Talk(node(name).address());
    }

    /** Waits until all nodes agree on who is there and hold what they own. */
    public void awaitCalm() {
        until("the cluster is calm", () -> nodes.values().stream().allMatch(this::isCalm));
    }

    /** A node takes up what it gained one token after the other, a moment after its status says so. */
    private boolean isCalm(CacheNode node) {
        GroupStatus status = node.status();
        return status.calm() && status.members().size() == nodes.size() && divided(status) && node.isSettled();
    }

    /** Waits until every node gives its clients the map of all nodes; a node makes it a moment after it is calm. */
    public Fleet withMaps() {
        until("the nodes have maps for clients", () -> nodes.keySet().stream().allMatch(this::hasMap));
        return this;
    }

    private boolean hasMap(String name) {
        try (Talk talk = talk(name)) {
            String info = String.valueOf(talk.ask("CLUSTER", "INFO"));
            return info.contains("cluster_state:ok") && info.contains("cluster_size:" + nodes.size() + "\r\n");
        }
    }

    private static boolean divided(GroupStatus status) {
        return status.allocation()
                .filter(one -> one.roster().size() == status.members().size())
                .isPresent();
    }

    public long size() {
        return nodes.values().stream().mapToLong(CacheNode::size).sum();
    }

    /** Waits for a condition, for a long time. */
    public static void until(String what, BooleanSupplier condition) {
        Await.until(what, LONG, condition::getAsBoolean);
    }

    @Override
    public void close() {
        nodes.values().forEach(CacheNode::close);
    }
}
