package dev.divvy.boardpeers;

import dev.divvy.allocation.support.NameRules;
import dev.divvy.boardpeers.replication.MeshLimits;
import dev.divvy.boardpeers.replication.MeshNode;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Boards;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Nodes that see each other and keep boards among themselves, without a server; this is one of the nodes. The first of them keeps the
 * boards, the others have copies and go on when it goes.
 */
public final class Mesh implements Boards, AutoCloseable {

    private final JGroupsMessenger link;
    private final MeshLoop loop;
    private final ChangeNotifier notifier;
    private final Map<String, PeersBoard> boards = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private Mesh(JGroupsMessenger link, MeshLoop loop, ChangeNotifier notifier) {
        this.link = link;
        this.loop = loop;
        this.notifier = notifier;
    }

    /**
     * Takes part in a mesh: in the one that its peers are in, or begins alone. Returns when it is known which.
     *
     * @throws IllegalArgumentException when the address is not of this machine alone and there is no secret
     * @throws UncheckedIOException when it cannot listen there
     */
    public static Mesh join(MeshSettings settings) {
        Objects.requireNonNull(settings, "settings").checkSafe();
        String name = "divvy-mesh-" + settings.bind().getPort();
        ChangeNotifier notifier = new ChangeNotifier(name + "-changes");
        MeshLoop loop = new MeshLoop(name, settings.patience());
        JGroupsMessenger link = new JGroupsMessenger(settings, notifier, loop);
        Timing timing = settings.timing();
        loop.start(new MeshNode(link.me(), MeshLimits.with(timing.lease().dividedBy(2), timing.timeToLive()), link));
        Mesh mesh = new Mesh(link, loop, notifier);
        try {
            link.connect();
        } catch (IOException e) {
            mesh.close();
            throw new UncheckedIOException(e.getMessage(), e);
        }
        return mesh;
    }

    /** The board of a group; everyone in this process who asks for the same name gets the same one. */
    @Override
    public PeersBoard of(String group) {
        NameRules.check("name of a group", group, NameRules.LONGEST);
        return boards.computeIfAbsent(group, name -> new PeersBoard(name, loop, notifier));
    }

    /** Where this node listens. */
    public InetSocketAddress address() {
        return link.address();
    }

    /** Where the nodes of the mesh listen, the one that keeps the boards first. */
    public List<InetSocketAddress> addresses() {
        return link.addresses();
    }

    /** The nodes of the mesh in words, the one that keeps the boards first. */
    public String view() {
        return link.view();
    }

    /** Leaves in good order. Members must have left before: what they hold they lose when their leases end. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        link.leave();
        loop.close();
        link.close();
        notifier.close();
    }
}
