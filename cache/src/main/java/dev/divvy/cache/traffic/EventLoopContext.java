package dev.divvy.cache.traffic;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.peer.PeerConnection;
import dev.divvy.cache.peer.PeerConnector;
import dev.divvy.cache.peer.PeerRequest;
import io.netty.channel.EventLoop;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/** An event loop with its own connections to the other nodes: requests that are forwarded on it need no lock. */
public final class EventLoopContext {

    /** The time within which a node that left the group must reply to the requests in flight. */
    private static final long RETIRE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The time after which a node is connected to again that could not be reached. */
    private static final long RECONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final EventLoop loop;
    private final PeerConnector connector;

    private final Queue<Runnable> posted = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean woken = new AtomicBoolean();

    /** Used on the loop only, like the next one. */
    private final Map<Incarnation, PeerConnection> peers = new HashMap<>();

    /** When the last attempt to connect to a node failed, until the routing table changes: its process may have ended. */
    private final Map<Incarnation, Long> failedNanos = new HashMap<>();

    private final List<Runnable> tableListeners = new CopyOnWriteArrayList<>();

    EventLoopContext(EventLoop loop, PeerConnector connector) {
        this.loop = loop;
        this.connector = connector;
    }

    /** Runs the action on the loop, after all tasks that are queued now. */
    void execute(Runnable action) {
        loop.execute(action);
    }

    /** Runs the action on the loop, with one wake-up for many; on any thread. */
    void post(Runnable action) {
        posted.add(action);
        if (woken.compareAndSet(false, true)) {
            try {
                loop.execute(this::runPosted);
            } catch (RejectedExecutionException e) {
                posted.clear(); // this node has closed
            }
        }
    }

    private void runPosted() {
        woken.set(false);
        for (Runnable next = posted.poll(); next != null; next = posted.poll()) {
            next.run();
        }
    }

    void schedule(Runnable action, long delayNanos) {
        if (delayNanos == 0) {
            loop.execute(action);
        } else {
            var unused = loop.schedule(action, delayNanos, TimeUnit.NANOSECONDS);
        }
    }

    /** Sends a request to this peer; on the loop only. */
    void send(PeerRequest request, Peer to) {
        PeerConnection connection = peers.get(to.incarnation());
        if (connection == null && failedLately(to.incarnation())) {
            loop.execute(request::unreachable);
            return;
        }
        if (connection == null) {
            connection = open(to);
        }
        connection.send(request);
    }

    private boolean failedLately(Incarnation node) {
        Long failed = failedNanos.get(node);
        return failed != null && System.nanoTime() - failed < RECONNECT_NANOS;
    }

    private PeerConnection open(Peer to) {
        PeerConnection connection = connector.newConnection(loop, to, this::closed);
        connector.connect(connection, loop);
        if (connection.isUsable()) {
            peers.put(to.incarnation(), connection);
        }
        return connection;
    }

    private void closed(PeerConnection connection) {
        Incarnation node = connection.peer().incarnation();
        peers.remove(node);
        if (connection.wasOpen()) {
            failedNanos.remove(node);
        } else {
            failedNanos.put(node, System.nanoTime());
        }
    }

    /** Opens a connection for one caller alone; on any thread. */
    PeerConnection openDedicated(Peer to) {
        PeerConnection connection = connector.newConnection(loop, to, closed -> {});
        boolean unused = connection.onLoop(() -> connector.connect(connection, loop));
        return connection;
    }

    /** Opens a connection for replication alone; on any thread. */
    PeerConnection openForReplication(Peer to) {
        PeerConnection connection = connector.newPatientConnection(loop, to);
        boolean unused = connection.onLoop(() -> connector.connect(connection, loop));
        return connection;
    }

    /** Has a listener called on the loop after every change of the routing table. */
    void onTable(Runnable listener) {
        tableListeners.add(listener);
    }

    /** Closes the connections to nodes that are not in the table. */
    void follow(RoutingTable table) {
        loop.execute(() -> {
            failedNanos.clear();
            tableListeners.forEach(Runnable::run);
            Set<Incarnation> present =
                    table.peers().stream().map(Peer::incarnation).collect(Collectors.toSet());
            List.copyOf(peers.values()).stream()
                    .filter(connection -> !present.contains(connection.peer().incarnation()))
                    .forEach(this::retire);
        });
    }

    /** Closes a connection after its last reply, or after a timeout: a node that left still replies, one that is paused never does. */
    private void retire(PeerConnection connection) {
        peers.remove(connection.peer().incarnation());
        connection.retire();
        schedule(connection::close, RETIRE_TIMEOUT_NANOS);
    }
}
