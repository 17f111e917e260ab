package dev.divvy.boardpeers;

import dev.divvy.allocation.support.Names;
import dev.divvy.coordination.Timing;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** How a node takes part in a mesh. All nodes of one mesh have the same name, secret and times. */
public final class MeshSettings {

    private static final int LONGEST_NAME = 100;
    private static final int SHORTEST_SECRET = 8;
    private static final int LONGEST_SECRET = 1000;

    private final InetSocketAddress bind;
    private final String name;
    private final Optional<String> secret;
    private final Discovery discovery;
    private final Timing timing;
    private final Duration patience;

    private MeshSettings(
            InetSocketAddress bind,
            String name,
            Optional<String> secret,
            Discovery discovery,
            Timing timing,
            Duration patience) {
        this.bind = bind;
        this.name = name;
        this.secret = secret;
        this.discovery = discovery;
        this.timing = timing;
        this.patience = patience;
    }

    /**
     * A node that listens here, of the mesh {@code divvy}, that knows nobody yet.
     *
     * @param bind the address under which the others reach it; port 0 for any, which only some kinds of discovery can find
     */
    public static MeshSettings of(InetSocketAddress bind) {
        if (bind.isUnresolved()) {
            throw new IllegalArgumentException("mesh address " + bind.getHostString() + " is not known");
        }
        if (bind.getAddress().isAnyLocalAddress()) {
            throw new IllegalArgumentException("mesh address " + shown(bind)
                    + " is that of every network; give the one under which the others reach this node");
        }
        return new MeshSettings(
                bind,
                "divvy",
                Optional.empty(),
                new Discovery.Static(List.of()),
                Timing.PEERS,
                Timing.PEERS.patience());
    }

    /** Nodes of meshes with other names never join. */
    public MeshSettings withName(String next) {
        Names.check("name of a mesh", next, LONGEST_NAME);
        return new MeshSettings(bind, next, secret, discovery, timing, patience);
    }

    /** Only who knows it joins, and all that nodes say is encrypted with it. It is never sent. */
    public MeshSettings withSecret(String next) {
        if (next.length() < SHORTEST_SECRET || next.length() > LONGEST_SECRET) {
            throw new IllegalArgumentException("the secret of a mesh has " + next.length() + " characters; it needs "
                    + SHORTEST_SECRET + " to " + LONGEST_SECRET);
        }
        return new MeshSettings(bind, name, Optional.of(next), discovery, timing, patience);
    }

    public MeshSettings withPeers(List<InetSocketAddress> peers) {
        return withDiscovery(new Discovery.Static(peers));
    }

    public MeshSettings withDiscovery(Discovery next) {
        return new MeshSettings(bind, name, secret, Objects.requireNonNull(next, "discovery"), timing, patience);
    }

    /** The times of the groups on this mesh: how long silence is borne, and with them how long one call may take. */
    public MeshSettings withTiming(Timing next) {
        return new MeshSettings(bind, name, secret, discovery, next, next.patience());
    }

    /** How long one call of a board may take. */
    public MeshSettings withPatience(Duration next) {
        if (next.isNegative() || next.isZero()) {
            throw new IllegalArgumentException("patience " + next + " must be positive");
        }
        return new MeshSettings(bind, name, secret, discovery, timing, next);
    }

    public InetSocketAddress bind() {
        return bind;
    }

    public String name() {
        return name;
    }

    public Optional<String> secret() {
        return secret;
    }

    public Discovery discovery() {
        return discovery;
    }

    public Timing timing() {
        return timing;
    }

    public Duration patience() {
        return patience;
    }

    /** Refuses to listen where others than this machine could speak, without a secret. */
    void checkSafe() {
        if (!bind.getAddress().isLoopbackAddress() && secret.isEmpty()) {
            throw new IllegalArgumentException("mesh address " + shown(bind)
                    + " is not of this machine alone: give the mesh a secret, the same at every node");
        }
    }

    /** An address as people write it. */
    public static String shown(InetSocketAddress address) {
        String host = address.isUnresolved()
                ? address.getHostString()
                : address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    static void checkReachable(String what, InetSocketAddress address) {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException(what + " " + address.getHostString() + " is not known");
        }
        checkPort(what + " " + shown(address), address.getPort());
    }

    static void checkPort(String what, int port) {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException(what + ": port " + port + " is not between 1 and 65535");
        }
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "mesh " + name + " at " + shown(bind) + (secret.isPresent() ? ", with a secret, " : ", ") + discovery;
    }
}
