package dev.divvy.cache.node;

import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.support.Names;
import dev.divvy.cache.resp.Limits;
import dev.divvy.cache.store.Shelves;
import dev.divvy.cache.traffic.Seal;
import dev.divvy.coordination.Timing;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a node is told before it starts. Begin with {@link #named}; each method answers settings with one thing changed. What cannot work is
 * refused when it is said, or at the latest when the node starts.
 */
public final class NodeSettings {

    /** How long a node that leaves, or must give tokens away, may take to hand its entries over. */
    private static final Duration GRACE = Duration.ofSeconds(60);

    private static final int MOST_LOOPS = 8;

    private String name;
    private String group = "cache";
    private InetSocketAddress listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7401);
    private InetSocketAddress mesh = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7501);
    private List<InetSocketAddress> peers = List.of();
    private Optional<String> announced = Optional.empty();
    private String secret = "";
    private Optional<String> password = Optional.empty();
    private Seal seal = Seal.none();
    private boolean sealed;
    private int tokens = Tokens.redis().count();
    private long mostMemory = Shelves.UNBOUNDED;
    private boolean redirect;
    private Limits limits = Limits.DEFAULT;
    private Timing timing = Timing.PEERS.withGrace(GRACE);
    private Duration patience = Duration.ofSeconds(5);

    private NodeSettings(String name) {
        this.name = name;
    }

    /** The usual settings for a node of this name, which no other node may have. */
    public static NodeSettings named(String name) {
        Names.check("name of a node", name, Names.LONGEST);
        return new NodeSettings(name);
    }

    private NodeSettings with(Consumer<NodeSettings> change) {
        NodeSettings next = new NodeSettings(name);
        next.group = group;
        next.listen = listen;
        next.mesh = mesh;
        next.peers = peers;
        next.announced = announced;
        next.secret = secret;
        next.password = password;
        next.seal = seal;
        next.sealed = sealed;
        next.tokens = tokens;
        next.mostMemory = mostMemory;
        next.redirect = redirect;
        next.limits = limits;
        next.timing = timing;
        next.patience = patience;
        change.accept(next);
        return next;
    }

    /** Where clients come, and the other nodes with their requests; port 0 takes a free one. */
    public NodeSettings listeningAt(InetSocketAddress address) {
        return with(next -> next.listen = resolved("listening address", address));
    }

    /** Where the nodes agree on who is there. */
    public NodeSettings meshAt(InetSocketAddress address) {
        return with(next -> next.mesh = resolved("mesh address", address));
    }

    /** The mesh addresses of nodes that may be there; this node's own may be among them. */
    public NodeSettings withPeers(List<InetSocketAddress> addresses) {
        addresses.forEach(address -> resolved("peer", address));
        return with(next -> next.peers = List.copyOf(addresses));
    }

    /** Nodes of one group share their keys. */
    public NodeSettings inGroup(String value) {
        Names.check("name of a group", value, Names.LONGEST);
        return with(next -> next.group = value);
    }

    /** What all nodes of the group know and nobody else. */
    public NodeSettings withSecret(String value) {
        return with(next -> next.secret = value);
    }

    /** What clients must say before anything else. */
    public NodeSettings requiringPassword(String value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("an empty password protects nothing; leave it out or choose one");
        }
        return with(next -> next.password = Optional.of(value));
    }

    /**
     * Encrypts what clients and nodes say, with files in PEM.
     *
     * @param authority whose certificates the nodes trust; their own one where each has the same
     */
    public NodeSettings encrypted(Path certificate, Path key, Path authority) {
        Seal made = Seal.of(certificate, key, authority);
        return with(next -> {
            next.seal = made;
            next.sealed = true;
        });
    }

    /** Into how many tokens the keys are divided; clients may route by themselves only with the usual count. */
    public NodeSettings withTokens(int count) {
        return with(next -> next.tokens = Tokens.redis(count).count());
    }

    /** How many bytes of entries this node keeps before it forgets those that nobody asked for. */
    public NodeSettings withMostMemory(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("a memory of " + bytes + " bytes holds nothing; give at least 1");
        }
        return with(next -> next.mostMemory = bytes);
    }

    /** Answers MOVED for keys of other nodes instead of asking them. */
    public NodeSettings redirecting(boolean value) {
        return with(next -> next.redirect = value);
    }

    /** The host that others are told, where it is not the one that this node listens at. */
    public NodeSettings announcing(String host) {
        if (host.isBlank()) {
            throw new IllegalArgumentException("an announced host must not be empty");
        }
        return with(next -> next.announced = Optional.of(host));
    }

    public NodeSettings withLimits(Limits value) {
        return with(next -> next.limits = value);
    }

    public NodeSettings withTiming(Timing value) {
        return with(next -> next.timing = value);
    }

    /** How long a request waits for an owner while tokens move, before it is answered with an error. */
    public NodeSettings withPatience(Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException("patience " + value + " must be positive");
        }
        return with(next -> next.patience = value);
    }

    private static InetSocketAddress resolved(String what, InetSocketAddress address) {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException(what + " " + address.getHostString() + " is not known here");
        }
        return address;
    }

    /** Refuses what would let strangers in. */
    void check() {
        String host = listen.getHostString();
        if (listen.getAddress().isLoopbackAddress()) {
            return;
        }
        if (password.isEmpty() && !sealed) {
            throw new IllegalArgumentException("listening at " + host
                    + " needs a password or a certificate: others than this machine could read and write");
        }
        if (secret.isEmpty()) {
            throw new IllegalArgumentException(
                    "listening at " + host + " needs a secret that the nodes share: others could say to be a node");
        }
    }

    public String name() {
        return name;
    }

    public String group() {
        return group;
    }

    public InetSocketAddress listen() {
        return listen;
    }

    public InetSocketAddress mesh() {
        return mesh;
    }

    public List<InetSocketAddress> peers() {
        return peers;
    }

    public Optional<String> announced() {
        return announced;
    }

    public String secret() {
        return secret;
    }

    /** What nodes must know of each other: the secret, and the password, which they could go around otherwise. */
    String sharedSecret() {
        return secret + "\n" + password.orElse("");
    }

    public Optional<String> password() {
        return password;
    }

    Seal seal() {
        return seal;
    }

    public int tokens() {
        return tokens;
    }

    public long mostMemory() {
        return mostMemory;
    }

    public boolean redirects() {
        return redirect;
    }

    public Limits limits() {
        return limits;
    }

    public Timing timing() {
        return timing;
    }

    public Duration patience() {
        return patience;
    }

    /** Threads that serve: half of the processors, as the system's share of every request is about as large. */
    int loops() {
        return Math.max(1, Math.min(MOST_LOOPS, Runtime.getRuntime().availableProcessors() / 2));
    }
}
