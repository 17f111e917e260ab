package dev.divvy.boardpeers;

import dev.divvy.allocation.support.NameRules;
import dev.divvy.boardpeers.codec.MeshCodec;
import dev.divvy.boardpeers.replication.MeshLimits;
import dev.divvy.boardpeers.replication.MeshNode;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Boards;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * One node of a mesh: nodes that see each other and run boards among themselves, without a server. The first node is the primary, which
 * runs the boards. The others are replicas: they have copies, and one of them takes over when the primary leaves or fails.
 */
public final class Mesh implements Boards, AutoCloseable {

    private final JGroupsMessenger messenger;
    private final MeshLoop loop;
    private final ChangeNotifier notifier;
    private final Map<String, PeersBoard> boards = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private Mesh(JGroupsMessenger messenger, MeshLoop loop, ChangeNotifier notifier) {
        this.messenger = messenger;
        this.loop = loop;
        this.notifier = notifier;
    }

    /**
     * Joins the mesh of its peers, or starts a new one. Returns when either is done.
     *
     * @throws IllegalArgumentException when other machines can reach the address and there is no secret
     * @throws UncheckedIOException when this node cannot listen at the address, or a node of the mesh knows no version of the protocol that
     *     this one knows; nothing has changed then
     */
    public static Mesh join(MeshSettings settings) {
        return join(settings, MeshCodec.CURRENT);
    }

    /** Joins as a release that has this codec. */
    static Mesh join(MeshSettings settings, MeshCodec codec) {
        Objects.requireNonNull(settings, "settings").checkSafe();
        String name = "divvy-mesh-" + settings.bind().getPort();
        ChangeNotifier notifier = new ChangeNotifier(name + "-changes");
        MeshLoop loop = new MeshLoop(name, settings.timeout());
        JGroupsMessenger messenger = new JGroupsMessenger(settings, codec, notifier, loop);
        Timing timing = settings.timing();
        MeshLimits limits = MeshLimits.withTimes(
                timing.lease().dividedBy(2),
                timing.timeToLive(),
                // a quarter longer than a pulse: normally a pulse of the primary's own member sends the beats
                timing.pulse().multipliedBy(5).dividedBy(4));
        loop.start(new MeshNode(messenger.nodeId(), limits, messenger));
        Mesh mesh = new Mesh(messenger, loop, notifier);
        try {
            messenger.connect();
        } catch (IOException e) {
            mesh.close();
            throw new UncheckedIOException(e.getMessage(), e);
        }
        return mesh;
    }

    /** Returns the board of a group: the same object for every call with the same name. */
    @Override
    public PeersBoard of(String group) {
        NameRules.check("name of a group", group, NameRules.LONGEST);
        return boards.computeIfAbsent(group, name -> new PeersBoard(name, loop, notifier));
    }

    /** Returns the address at which this node listens. */
    public InetSocketAddress address() {
        return messenger.address();
    }

    /** Returns the addresses at which the nodes of the mesh listen, the primary's first. */
    public List<InetSocketAddress> addresses() {
        return messenger.addresses();
    }

    /** Returns the addresses of the nodes as text, separated by commas, the primary's first. */
    public String view() {
        return messenger.view();
    }

    /** Returns the version of the protocol that the nodes speak, and the abilities that all of them have. */
    public MeshProtocol protocol() {
        return messenger.protocol();
    }

    /**
     * Returns since when this node has been apart from others that may still be running, by {@link System#nanoTime()}: the last sign of life
     * of the nodes that it lost contact with, unless they left, or their processes are known to have ended. Empty when it is in contact with
     * all. Until then a split may be going on, in which the others serve without this node.
     */
    public OptionalLong apartSince() {
        return messenger.apartSince();
    }

    /** Returns the last heal of a split. On a node that lost it is known before any of its members is ejected because of it. */
    public Optional<Heal> lastHeal() {
        return messenger.lastHeal();
    }

    /**
     * Calls {@code listener} on a thread of the mesh for every heal of a split, after {@link #lastHeal} returns it.
     *
     * @return a subscription that ends the calls when it is closed
     */
    public Subscription onHeal(Consumer<Heal> listener) {
        return notifier.addHealListener(listener);
    }

    /** Leaves the mesh. Members must have left before: whatever they still hold, they lose when their leases end. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        messenger.leave();
        loop.close();
        messenger.close();
        notifier.close();
    }
}
