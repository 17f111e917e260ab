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

    private static final int MAX_NAME = 100;
    private static final int MIN_SECRET = 8;
    private static final int MAX_SECRET = 1000;

    /** Mutable only until a settings object holds it. */
    private static final class Values {

        private final InetSocketAddress bind;
        private String name = "divvy";
        private Optional<String> secret = Optional.empty();
        private Discovery discovery = new Discovery.Static(List.of());
        private Timing timing = Timing.PEERS;
        private Duration timeout = Timing.PEERS.timeout();

        private Values(InetSocketAddress bind) {
            this.bind = bind;
        }

        private Values copy() {
            Values copy = new Values(bind);
            copy.name = name;
            copy.secret = secret;
            copy.discovery = discovery;
            copy.timing = timing;
            copy.timeout = timeout;
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
     * Returns the settings of a node of the mesh {@code divvy} that listens at an address and has no peers.
     *
     * @param bind the address at which the other nodes reach this one; with port 0 any free port, which only some kinds of discovery can find
     */
    public static MeshSettings of(InetSocketAddress bind) {
        if (bind.isUnresolved()) {
            throw new IllegalArgumentException("mesh address " + bind.getHostString() + " cannot be resolved");
        }
        if (bind.getAddress().isAnyLocalAddress()) {
            throw new IllegalArgumentException("mesh address " + format(bind)
                    + " is a wildcard; give the address at which the other nodes reach this one");
        }
        return new MeshSettings(new Values(bind));
    }

    /** Sets the name of the mesh. Nodes of meshes with other names never join. */
    public MeshSettings withName(String name) {
        NameRules.check("name of a mesh", name, MAX_NAME);
        return with(next -> next.name = name);
    }

    /** Sets the secret. Only nodes that know it join, and everything that nodes send is encrypted with it. It is never sent. */
    public MeshSettings withSecret(String secret) {
        if (secret.length() < MIN_SECRET || secret.length() > MAX_SECRET) {
            throw new IllegalArgumentException("the secret of a mesh has " + secret.length() + " characters; it needs "
                    + MIN_SECRET + " to " + MAX_SECRET);
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

    /** Sets the times of the groups on this mesh: how long a silent node is tolerated, and with it the timeout of one call. */
    public MeshSettings withTiming(Timing timing) {
        return with(next -> {
            next.timing = timing;
            next.timeout = timing.timeout();
        });
    }

    /** Sets how long one call of a board may take. */
    public MeshSettings withTimeout(Duration timeout) {
        Durations.positive("timeout", timeout);
        return with(next -> next.timeout = timeout);
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

    public Duration timeout() {
        return values.timeout;
    }

    /** Refuses an address that other machines can reach when there is no secret. */
    void checkSafe() {
        if (!values.bind.getAddress().isLoopbackAddress() && values.secret.isEmpty()) {
            throw new IllegalArgumentException("mesh address " + format(values.bind)
                    + " can be reached from other machines: give the mesh a secret, the same on every node");
        }
    }

    /** Formats an address as {@code host:port}, with brackets around an IPv6 host. */
    public static String format(InetSocketAddress address) {
        String host = address.isUnresolved()
                ? address.getHostString()
                : address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    static void checkReachable(String what, InetSocketAddress address) {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException(what + " " + address.getHostString() + " cannot be resolved");
        }
        checkPort(what + " " + format(address), address.getPort());
    }

    static void checkPort(String what, int port) {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException(what + ": port " + port + " is not between 1 and 65535");
        }
    }

    /** Does not contain the secret. */
    @Override
    public String toString() {
        return "mesh " + values.name + " at " + format(values.bind)
                + (values.secret.isPresent() ? ", with a secret, " : ", ") + values.discovery;
    }
}
