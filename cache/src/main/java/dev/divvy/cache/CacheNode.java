package dev.divvy.cache;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Tokens;
import dev.divvy.boardpeers.Mesh;
import dev.divvy.boardpeers.MeshSettings;
import dev.divvy.cache.cluster.CurrentRouting;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.command.CommandDispatcher;
import dev.divvy.cache.command.context.NodeInfo;
import dev.divvy.cache.heal.HealGate;
import dev.divvy.cache.heal.HealHandler;
import dev.divvy.cache.heal.HealReports;
import dev.divvy.cache.heal.HealSettings;
import dev.divvy.cache.heal.SplitSource;
import dev.divvy.cache.memory.MemoryBudget;
import dev.divvy.cache.node.DivvyCommands;
import dev.divvy.cache.node.NodeCommandContext;
import dev.divvy.cache.node.RoutingFollower;
import dev.divvy.cache.peer.PeerConnection;
import dev.divvy.cache.peer.PeerHandshake;
import dev.divvy.cache.replication.Replication;
import dev.divvy.cache.replication.ReplicationContext;
import dev.divvy.cache.replication.protocol.ReplicationRules;
import dev.divvy.cache.socket.ListeningSocket;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.cache.store.StoreCounters;
import dev.divvy.cache.store.StoreSweeper;
import dev.divvy.cache.traffic.ClientConnection;
import dev.divvy.cache.traffic.LocalClient;
import dev.divvy.cache.traffic.LocalTokens;
import dev.divvy.cache.traffic.NodeRequests;
import dev.divvy.cache.traffic.NodeTransport;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.GroupMismatchException;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.support.Durations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node of a distributed cache. It finds the other nodes, takes over its share of the tokens with their entries, and answers requests for
 * any key, either itself or by forwarding them to the node that serves the key. Closing it is a planned leave: its entries are handed over
 * first.
 */
public final class CacheNode implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(CacheNode.class);

    /** The time within which accepted connections must close after the last reply. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private static final long SETTLED_POLL_MILLIS = 10;

    private final NodeSettings settings;
    private final AutoCloseable mesh;
    private final InetSocketAddress address;
    private final Membership membership;
    private final ServedTokens servedTokens;
    private final EntryStore entryStore;
    private final StoreSweeper sweeper;
    private final NodeTransport transport;
    private final LocalClient client;
    private final RoutingFollower routing;
    private final Replication replication;
    private final HealHandler heals;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile long entriesLeftBehind;

    /** Starts a node that coordinates with the others on a mesh of its own. */
    public static CacheNode start(NodeSettings settings) throws IOException {
        settings.check();
        EntryStore.prepare();
        MeshSettings meshSettings = MeshSettings.of(settings.meshAddress())
                .withName(settings.group())
                .withPeers(settings.peers())
                .withTiming(settings.timing());
        SocketInPreparation socket = SocketInPreparation.of(settings);
        Mesh mesh;
        try {
            mesh = join(settings.secret().isEmpty() ? meshSettings : meshSettings.withSecret(settings.secret()));
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
        try {
            return start(settings, mesh.of(settings.group()), mesh, socket.get());
        } catch (IOException | RuntimeException e) {
            mesh.close();
            throw e;
        }
    }

    /** Starts a node that coordinates with the others on a given board. */
    public static CacheNode start(NodeSettings settings, Board board) throws IOException {
        settings.check();
        EntryStore.prepare();
        return start(
                settings,
                board,
                () -> {},
                ListeningSocket.bind(settings.name(), settings.loops(), settings.listenAddress()));
    }

    private static Mesh join(MeshSettings meshSettings) throws IOException {
        try {
            return Mesh.join(meshSettings);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** The address is bound first, since the card of the member contains it; clients that connect wait until the node is complete. */
    private static CacheNode start(NodeSettings settings, Board board, AutoCloseable mesh, ListeningSocket socket) {
        try {
            InetSocketAddress address = socket.address();
            Membership membership = Group.of(settings.group(), Tokens.redis(settings.tokens()))
                    .with(settings.timing())
                    .replicated(settings.backups())
                    .join(
                            board,
                            memberSettings(settings)
                                    .withAddress(Peer.address(host(settings, address), address.getPort())));
            CacheNode node = new CacheNode(settings, mesh, membership, socket, address);
            node.routing.start();
            node.replication.start();
            node.heals.start();
            node.transport.open();
            return node;
        } catch (RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private static MemberSettings memberSettings(NodeSettings settings) {
        MemberSettings member = new MemberSettings(settings.name()).withWeight(settings.weight());
        return settings.zone().map(member::inZone).orElse(member);
    }

    private static String host(NodeSettings settings, InetSocketAddress address) {
        return settings.announcedHost().orElse(address.getAddress().getHostAddress());
    }

    private CacheNode(
            NodeSettings settings,
            AutoCloseable mesh,
            Membership membership,
            ListeningSocket socket,
            InetSocketAddress address) {
        this.settings = settings;
        this.mesh = mesh;
        this.membership = membership;
        this.address = address;
        String name = settings.name();
        Tokens tokens = Tokens.redis(settings.tokens());
        CurrentRouting currentRouting = new CurrentRouting(tokens);
        HealGate gate = new HealGate(splits(settings, mesh));
        this.servedTokens =
                new ServedTokens(tokens.count(), currentRouting, () -> membership.leased() && gate.isOpen());
        this.entryStore = new EntryStore(
                tokens.count(), settings.maxMemory(), settings.limits().maxValueLength(), CacheClock.SYSTEM);
        HealReports reports =
                new HealReports(gate, entryStore, settings.timing().timeToLive());
        this.replication = new Replication(
                membership,
                new ReplicationRules(settings.backups()),
                new ReplicationContext(
                        entryStore,
                        servedTokens,
                        this::connectForReplication,
                        reports.departureListener(),
                        System::nanoTime));
        LocalTokens localTokens = new LocalTokens(
                name, currentRouting, servedTokens, entryStore, settings.requiredCopies(), gate.holding(replication));
        MemoryBudget budget = new MemoryBudget(settings.connectionMemory());
        NodeInfo info =
                new NodeInfo(name, version(), host(settings, address), address.getPort(), System.currentTimeMillis());
        NodeCommandContext context = new NodeCommandContext(
                entryStore, tokens, settings.password(), settings.limits().within(budget.limit()), info, replication);
        CommandDispatcher dispatcher =
                new CommandDispatcher(context, new DivvyCommands(membership, entryStore, servedTokens, replication));
        PeerHandshake handshake = new PeerHandshake(
                settings.group(),
                settings.sharedSecret(),
                () -> membership.incarnation().orElse(new Incarnation(name, 1)));
        ClientConnection.Options options = new ClientConnection.Options(
                settings.redirects(),
                settings.requestTimeout(),
                settings.limits().betweenNodes(),
                budget);
        NodeRequests nodeRequests =
                (from, request, out) -> replication.receive(from, request, out) || reports.receive(from, request, out);
        NodeTransport nodeTransport = new NodeTransport(
                socket,
                handshake,
                settings.tls(),
                settings.requestTimeout(),
                budget,
                loop -> new ClientConnection(loop, dispatcher, localTokens, options, handshake, nodeRequests));
        this.transport = nodeTransport;
        this.client = new LocalClient(
                nodeTransport.contexts(), localTokens, settings.requestTimeout(), settings.executor(), budget);
        this.routing = new RoutingFollower(membership, currentRouting, table -> {
            context.follow(table);
            nodeTransport.follow(table);
        });
        this.heals = new HealHandler(
                new HealSettings(name, settings.timing().timeToLive(), settings.onHeal() == OnHeal.FORGET_ALL),
                gate,
                currentRouting,
                reports,
                membership::leased,
                nodeTransport::connect);
        this.sweeper = StoreSweeper.start("divvy-cache-" + name + "-sweeper", entryStore, replication::requestRoom);
    }

    private static SplitSource splits(NodeSettings settings, AutoCloseable mesh) {
        return settings.onHeal() != OnHeal.KEEP && mesh instanceof Mesh joined
                ? SplitSource.of(joined)
                : SplitSource.NONE;
    }

    private PeerConnection connectForReplication(Peer to) {
        return transport.connectForReplication(to);
    }

    private static String version() {
        String version = CacheNode.class.getPackage().getImplementationVersion();
        return version == null ? "0" : version;
    }

    /** Returns the address for clients. */
    public InetSocketAddress address() {
        return address;
    }

    public String name() {
        return settings.name();
    }

    /** Returns the group as this node sees it. */
    public GroupStatus status() {
        return membership.status();
    }

    /**
     * Waits until this node serves its share; returns false when the timeout ends first.
     *
     * @throws GroupMismatchException if this node does not fit the group: it has another number of tokens or copies, for example
     */
    public boolean awaitServing(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + Durations.waitNanos(timeout);
        boolean runs = membership.awaitRunning(timeout);
        while (runs && !isSettled()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(SETTLED_POLL_MILLIS);
        }
        return runs;
    }

    /** Whether this node serves every token that it holds, and no other: true except while tokens move. */
    public boolean isSettled() {
        // First what is cheap: this is asked often while a node starts.
        return !replication.awaitsTokens()
                && servedTokens.count() == membership.status().self().held();
    }

    /** Whether the tokens follow the allocation that the {@link #status} shows. */
    boolean hasFollowed() {
        return replication.hasFollowed();
    }

    /** Returns the number of entries on this node. */
    public long size() {
        return entryStore.counters().entries();
    }

    /** Returns the statistics of this node. */
    public CacheStats stats() {
        StoreCounters counters = entryStore.counters();
        return new CacheStats(
                counters.entries(),
                counters.bytes(),
                counters.hits(),
                counters.misses(),
                counters.expired(),
                counters.evicted(),
                entryStore.copies().entries(),
                replication.unsettledTokens(),
                replication.lostTokens());
    }

    /**
     * Returns the number of entries that this node could not hand over before it was {@linkplain #close() closed}: they are lost unless copies
     * have them. 0 after a planned leave, and when no other node stayed.
     */
    public long entriesLeftBehind() {
        return entriesLeftBehind;
    }

    /** Returns the client of the caches in this process. */
    LocalClient client() {
        return client;
    }

    /** Leaves the group: hands all entries over, answers the requests in flight, and stops. Closing twice has no further effect. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        log.info("{}: leaving; handing over {} entries", name(), size());
        membership.close();
        entriesLeftBehind = replication.neededEntries();
        if (entriesLeftBehind > 0) {
            log.warn(
                    "{}: leaves before the other nodes have everything: {} entries are lost unless copies have them",
                    name(),
                    entriesLeftBehind);
        }
        transport.closeGracefully(CLOSE_TIMEOUT);
        routing.stop();
        replication.stop();
        heals.close();
        transport.close();
        sweeper.close();
        try {
            mesh.close();
        } catch (Exception e) {
            log.warn("{}: the mesh did not close cleanly", name(), e);
        }
        log.info("{}: closed", name());
    }
}
