package dev.divvy.cache;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Tokens;
import dev.divvy.boardpeers.Mesh;
import dev.divvy.boardpeers.MeshSettings;
import dev.divvy.cache.cluster.Chart;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.Posts;
import dev.divvy.cache.cluster.Routes;
import dev.divvy.cache.command.ground.NodeFacts;
import dev.divvy.cache.handover.Guests;
import dev.divvy.cache.handover.Removals;
import dev.divvy.cache.node.Extras;
import dev.divvy.cache.node.Late;
import dev.divvy.cache.node.NodeGround;
import dev.divvy.cache.node.Steward;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.Shelves;
import dev.divvy.cache.store.Tally;
import dev.divvy.cache.traffic.Connection;
import dev.divvy.cache.traffic.Counter;
import dev.divvy.cache.traffic.Desk;
import dev.divvy.cache.traffic.House;
import dev.divvy.cache.traffic.Plant;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Self;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.status.GroupStatus;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node of a distributed cache. It finds the others, takes its share of the tokens with the entries that they have, and answers for any
 * key: by itself, or by asking the one that has it. Closing it is a planned leave: everything is handed over first.
 */
public final class CacheNode implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(CacheNode.class);

    /** How often expired entries are looked for, and how many are looked at. */
    private static final long SWEEP_MILLIS = 100;

    private static final int SWEEP_ENTRIES = 20_000;

    /** How long clients may take to notice that this node goes. */
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final NodeSettings settings;
    private final InetSocketAddress address;
    private final AutoCloseable meeting;
    private final Plant plant;
    private final Membership membership;
    private final Steward steward;
    private final Posts posts;
    private final Shelves shelves;
    private final Desk desk;
    private final NodeGround ground;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Starts a node that meets the others on a mesh of its own. */
    public static CacheNode start(NodeSettings settings) throws IOException {
        settings.check();
        MeshSettings place = MeshSettings.of(settings.meshAddress())
                .withName(settings.group())
                .withPeers(settings.peers())
                .withTiming(settings.timing());
        Mesh mesh = Mesh.join(settings.secret().isEmpty() ? place : place.withSecret(settings.secret()));
        try {
            return new CacheNode(settings, mesh.of(settings.group()), mesh);
        } catch (IOException | RuntimeException e) {
            mesh.close();
            throw e;
        }
    }

    /** Starts a node that meets the others on a board that is there already. */
    public static CacheNode start(NodeSettings settings, Board board) throws IOException {
        settings.check();
        return new CacheNode(settings, board, () -> {});
    }

    private CacheNode(NodeSettings settings, Board board, AutoCloseable meeting) throws IOException {
        this.settings = settings;
        this.meeting = meeting;
        Tokens tokens = Tokens.redis(settings.tokens());
        String name = settings.name();
        Routes routes = new Routes(tokens);
        this.shelves = new Shelves(
                tokens.count(), settings.maxMemory(), settings.limits().longestValue(), CacheClock.SYSTEM);
        Late<Membership> member = new Late<>();
        this.posts = new Posts(
                tokens.count(),
                routes,
                () -> member.isThere() && member.orFail().leased());
        Guests guests = new Guests(routes, posts, name);
        Counter counter = new Counter(name, tokens, routes, posts, shelves, guests::has);
        this.plant = new Plant(
                name,
                settings.loops(),
                settings.group(),
                settings.sharedSecret(),
                settings.seal(),
                () -> member.get().flatMap(Membership::life).orElse(new Incarnation(name, 1)));
        try {
            Late<House> house = new Late<>();
            this.address = plant.listen(
                    settings.listenAddress(), lane -> new Connection(lane, house.orFail(), guests::arrival));
            String host = settings.announcedHost().orElse(address.getAddress().getHostAddress());
            NodeFacts facts = new NodeFacts(
                    name,
                    version(),
                    host,
                    address.getPort(),
                    System.currentTimeMillis(),
                    () -> house.get().map(House::commands).orElse(0L),
                    () -> house.get().map(House::connections).orElse(0L));
            this.ground = new NodeGround(shelves, tokens, settings.password(), settings.limits(), facts);
            this.membership = Group.of(settings.group(), tokens)
                    .with(settings.timing())
                    .join(
                            board,
                            new Self(name)
                                    .at(Peer.address(host, address.getPort()))
                                    .givenAhead());
            member.set(membership);
            Extras extras = new Extras(membership, shelves, posts, guests);
            House rooms = new House(ground, counter, extras, settings.redirects(), settings.patience());
            house.set(rooms);
            this.desk = new Desk(plant, rooms);
            Removals removals = new Removals(name, routes, posts, shelves, guests, plant::caller);
            this.steward = new Steward(membership, routes, posts, shelves, guests, removals, this::follow);
        } catch (IOException | RuntimeException e) {
            plant.close();
            throw e;
        }
        steward.start();
        plant.openDoor();
        sweep();
    }

    private static String version() {
        String version = CacheNode.class.getPackage().getImplementationVersion();
        return version == null ? "0" : version;
    }

    private void follow(Chart chart) {
        ground.follow(chart);
        plant.follow(chart);
    }

    private void sweep() {
        var unused = plant.anyLane()
                .loop()
                .scheduleWithFixedDelay(
                        () -> shelves.sweep(SWEEP_ENTRIES), SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Where clients come. */
    public InetSocketAddress address() {
        return address;
    }

    public String name() {
        return settings.name();
    }

    /** The group as this node sees it. */
    public GroupStatus status() {
        return membership.status();
    }

    /** Waits until this node serves its share, at most this long; answers whether it does. */
    public boolean awaitServing(Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        boolean runs = membership.awaitRunning(atMost);
        while (runs && !isSettled()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        return runs;
    }

    /** Whether this node serves every token that it holds, and no other: it does, but for the moments in which something moves. */
    public boolean isSettled() {
        return posts.count() == membership.portion().count();
    }

    /** Entries on this node. */
    public long size() {
        return shelves.tally().entries();
    }

    /** Returns the figures of this node. */
    public CacheStats stats() {
        Tally tally = shelves.tally();
        return new CacheStats(
                tally.entries(), tally.bytes(), tally.hits(), tally.misses(), tally.expired(), tally.evicted());
    }

    /** Returns the client of the caches in this process. */
    Desk desk() {
        return desk;
    }

    /** Leaves: hands everything over, answers what was asked, and ends. Closing twice does nothing more. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        log.info("{}: leaving; handing over {} entries", name(), size());
        membership.close();
        plant.farewell(FAREWELL);
        steward.end();
        plant.close();
        try {
            meeting.close();
        } catch (Exception e) {
            log.warn("{}: the mesh was not left in good order", name(), e);
        }
        log.info("{}: gone", name());
    }
}
