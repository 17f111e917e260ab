package dev.divvy.boardpeers;

import dev.divvy.allocation.support.NameRules;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.support.Durations;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** The settings of a node of a mesh. All nodes of one mesh have the same name, secret and times. */
public final class MeshSettings {

    private static final int LONGEST_NAME = 100;
    private static final int SHORTEST_SECRET = 8;
    private static final int LONGEST_SECRET = 1000;

    /** Changed only before a settings object has it. */
    private static final class Values {

        private final InetSocketAddress bind;
        private String name = "divvy";
        private Optional<String> secret = Optional.empty();
        private Discovery discovery = new Discovery.Static(List.of());
        private Timing timing = Timing.PEERS;
        private Duration patience = Timing.PEERS.patience();

        private Values(InetSocketAddress bind) {
            this.bind = bind;
        }

        private Values copy() {
            Values copy = new Values(bind);
            copy.name = name;
            copy.secret = secret;
            copy.discovery = discovery;
            copy.timing = timing;
            copy.patience = patience;
            return copy;
        }
    }

    private final Values values;

    private MeshSettings(Values values) {
        this.values = values;
    }

    private MeshSettings with(Consumer<Values> change) {
        Values next = values.copy();
        change.accept(next);
        return new MeshSettings(next);
    }

    /**
     * Returns the settings of a node that listens here, of the mesh {@code divvy}, that knows no peers yet.
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
        return new MeshSettings(new Values(bind));
    }

    /** Nodes of meshes with other names never join. */
    public MeshSettings withName(String name) {
        NameRules.check("name of a mesh", name, LONGEST_NAME);
        return with(next -> next.name = name);
    }

    /** Only nodes that know it join, and everything that nodes send is encrypted with it. It is never sent. */
    public MeshSettings withSecret(String secret) {
        if (secret.length() < SHORTEST_SECRET || secret.length() > LONGEST_SECRET) {
            throw new IllegalArgumentException("the secret of a mesh has " + secret.length() + " characters; it needs "
                    + SHORTEST_SECRET + " to " + LONGEST_SECRET);
        }
        return with(next -> next.secret = Optional.of(secret));
    }

    public MeshSettings withPeers(List<InetSocketAddress> peers) {
        return withDiscovery(new Discovery.Static(peers));
    }

    public MeshSettings withDiscovery(Discovery discovery) {
        Objects.requireNonNull(discovery, "discovery");
        return with(next -> next.discovery = discovery);
    }

    /** The times of the groups on this mesh: how long silence is borne, and with them how long one call may take. */
    public MeshSettings withTiming(Timing timing) {
        return with(next -> {
            next.timing = timing;
            next.patience = timing.patience();
        });
    }

    /** How long one call of a board may take. */
    public MeshSettings withPatience(Duration patience) {
        Durations.positive("patience", patience);
        return with(next -> next.patience = patience);
    }

    public InetSocketAddress bind() {
        return values.bind;
    }

    public String name() {
        return values.name;
    }

    public Optional<String> secret() {
        return values.secret;
    }

    public Discovery discovery() {
        return values.discovery;
    }

    public Timing timing() {
        return values.timing;
    }

    public Duration patience() {
        return values.patience;
    }

    /** Refuses to listen where others than this machine could speak, without a secret. */
    void checkSafe() {
        if (!values.bind.getAddress().isLoopbackAddress() && values.secret.isEmpty()) {
            throw new IllegalArgumentException("mesh address " + shown(values.bind)
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
        return "mesh " + values.name + " at " + shown(values.bind)
                + (values.secret.isPresent() ? ", with a secret, " : ", ") + values.discovery;
    }
}
