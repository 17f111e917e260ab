package dev.divvy.cache;

import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.support.NameRules;
import dev.divvy.cache.memory.MemoryBudget;
import dev.divvy.cache.resp.ClientLimits;
import dev.divvy.cache.socket.TlsContexts;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.support.Durations;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Settings of a node. Begin with {@link #named}; each {@code with} method returns settings with one value changed. An invalid value is
 * refused when it is given; a combination that would give access to anyone, or that does not fit the Java
 * heap, is refused when the node starts.
 */
public final class NodeSettings {

    private static final int MAX_LOOPS = 8;
    private static final int MAX_BACKUPS = 2;

    private static final long HEAP = Runtime.getRuntime().maxMemory();

    private final NodeValues values;

    private NodeSettings(NodeValues values) {
        this.values = values;
    }

    /** Returns the default settings for a node of this name, which must be unique in its group. */
    public static NodeSettings named(String name) {
        NameRules.check("name of a node", name, NameRules.LONGEST);
        return new NodeSettings(new NodeValues(name));
    }

    private NodeSettings with(Consumer<NodeValues> change) {
        NodeValues next = new NodeValues(values);
        change.accept(next);
        return new NodeSettings(next);
    }

    /** The address for clients, and for the other nodes' requests; port 0 takes a free one. */
    public NodeSettings withListenAddress(InetSocketAddress address) {
        return with(next -> next.listenAddress = resolved("listening address", address));
    }

    /** The address at which the nodes agree on the members of the group. */
    public NodeSettings withMeshAddress(InetSocketAddress address) {
        return with(next -> next.meshAddress = resolved("mesh address", address));
    }

    /** The mesh addresses of nodes that may be running; this node's own may be among them. */
    public NodeSettings withPeers(List<InetSocketAddress> addresses) {
        addresses.forEach(address -> resolved("peer", address));
        return with(next -> next.peers = List.copyOf(addresses));
    }

    /** The group: its nodes share one keyspace. */
    public NodeSettings withGroup(String group) {
        NameRules.check("name of a group", group, NameRules.LONGEST);
        return with(next -> next.group = group);
    }

    /** The secret by which the nodes of the group recognise each other. */
    public NodeSettings withSecret(String secret) {
        return with(next -> next.secret = secret);
    }

    /** The password that clients must give before any other command. */
    public NodeSettings withPassword(String password) {
        if (password.isEmpty()) {
            throw new IllegalArgumentException("an empty password protects nothing; leave it out or choose one");
        }
        return with(next -> next.password = Optional.of(password));
    }

    /**
     * Encrypts the connections of clients and nodes, with files in PEM.
     *
     * @param authority the certificate of the authority that the nodes trust; the certificate itself where all nodes have the same
     */
    public NodeSettings withTls(Path certificate, Path key, Path authority) {
        TlsContexts tls = TlsContexts.of(certificate, key, authority);
        return with(next -> next.tls = tls);
    }

    /** The number of tokens into which the keys are divided; cluster-aware clients need the default, 16384. */
    public NodeSettings withTokens(int count) {
        return with(next -> next.tokens = Tokens.redis(count).count());
    }

    /**
     * The number of other nodes that keep a copy of each entry, 0 to 2; the same in all nodes of a group. With one copy the crash of a node
     * loses nothing that was answered, with two the crash of two at once.
     */
    public NodeSettings withBackups(int copies) {
        if (copies < 0 || copies > MAX_BACKUPS) {
            throw new IllegalArgumentException("0 to " + MAX_BACKUPS + " backups are possible, not " + copies);
        }
        return with(next -> next.backups = copies);
    }

    /**
     * The number of complete copies without which a write is refused with {@code NOREPLICAS}; at most the number of backups. By default
     * writes are answered also while copies are missing.
     */
    public NodeSettings withRequiredCopies(int copies) {
        if (copies < 0 || copies > MAX_BACKUPS) {
            throw new IllegalArgumentException("0 to " + MAX_BACKUPS + " copies can be required, not " + copies);
        }
        return with(next -> next.requiredCopies = copies);
    }

    /** The zone of this node, such as a rack or a data centre: the copies of an entry are kept in zones apart, where there are enough. */
    public NodeSettings withZone(String zone) {
        NameRules.check("name of a zone", zone, NameRules.LONGEST);
        return with(next -> next.zone = Optional.of(zone));
    }

    /** The share of this node in comparison with the others: with 2 it owns twice as many tokens as a node with 1, the default. */
    public NodeSettings withWeight(int weight) {
        if (weight < 1) {
            throw new IllegalArgumentException("a weight must be at least 1, not " + weight);
        }
        return with(next -> next.weight = weight);
    }

    /**
     * The bytes of entries above which this node evicts the least recently used; by default half of the Java heap. More than 70 % of the
     * heap is refused when the node starts.
     */
    public NodeSettings withMaxMemory(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("a memory of " + bytes + " bytes holds nothing; give at least 1");
        }
        return with(next -> next.maxMemory = bytes);
    }

    /** Whether a request for another node's key is answered with MOVED instead of being forwarded. */
    public NodeSettings withRedirects(boolean redirects) {
        return with(next -> next.redirects = redirects);
    }

    /** The host that is announced to clients and other nodes, where it differs from the one at which this node listens. */
    public NodeSettings withAnnouncedHost(String host) {
        if (host.isBlank()) {
            throw new IllegalArgumentException("an announced host must not be empty");
        }
        return with(next -> next.announcedHost = Optional.of(host));
    }

    /** The longest value, in bytes, that a client may store, and the longest argument of any command. */
    public NodeSettings withMaxValue(int bytes) {
        return with(next -> next.limits = next.limits.withMaxValueLength(bytes));
    }

    /** The longest request of a client: its total bytes, and its arguments, including the command's name. */
    public NodeSettings withMaxRequest(int bytes, int arguments) {
        return with(next -> next.limits = next.limits.withMaxRequest(bytes, arguments));
    }

    /** The bytes of unread replies above which a client is disconnected. */
    public NodeSettings withMaxUnreadReplies(long bytes) {
        return with(next -> next.limits = next.limits.withMaxUnreadBytes(bytes));
    }

    /**
     * The bytes that the requests and replies of all connections may hold together. When half of them are used, those connections are read
     * no further that hold the most. The default is a fifth of the Java heap; together with the memory for entries it may be at most 90 % of it.
     */
    public NodeSettings withConnectionMemory(long bytes) {
        return with(next -> next.connectionMemory = new MemoryBudget(bytes).limit());
    }

    /** The number of clients that may be connected at the same time. */
    public NodeSettings withMaxConnections(int connections) {
        return with(next -> next.limits = next.limits.withMaxConnections(connections));
    }

    /**
     * Heartbeats, leases and the grace time; the same in all nodes of a group. By default the time-to-live is 2 seconds, or 5 seconds with
     * a Java heap above 4 GB.
     */
    public NodeSettings withTiming(Timing timing) {
        return with(next -> next.timing = timing);
    }

    /**
     * The longest time that a request waits for the reply of another node, and for an owner while its token moves; after that it is
     * answered with an error.
     */
    public NodeSettings withRequestTimeout(Duration timeout) {
        Durations.positive("request timeout", timeout);
        return with(next -> next.requestTimeout = timeout);
    }

    /** The entries that are forgotten after a split; the same in all nodes of a group. The default is {@link OnHeal#FORGET_CHANGED}. */
    public NodeSettings withOnHeal(OnHeal onHeal) {
        Objects.requireNonNull(onHeal, "onHeal");
        return with(next -> next.onHeal = onHeal);
    }

    /** Completes the futures of {@link AsyncCache}, and so runs the functions that depend on them; by default a pool of Divvy's own. */
    public NodeSettings withExecutor(Executor executor) {
        Objects.requireNonNull(executor, "executor");
        return with(next -> next.executor = Optional.of(executor));
    }

    private static InetSocketAddress resolved(String what, InetSocketAddress address) {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException(what + " " + address.getHostString()
                    + " cannot be resolved; give a known host name or an IP address");
        }
        return address;
    }

    /** Refuses settings that would give access to any client that reaches the port, or that do not fit the heap. */
    void check() {
        if (values.requiredCopies > values.backups) {
            throw new IllegalArgumentException(
                    values.requiredCopies + " copies are required, but there are only " + values.backups + " backups");
        }
        HeapSizing.checkBudget(values.maxMemory, values.connectionMemory, HEAP);
        checkAccess();
    }

    private void checkAccess() {
        String host = values.listenAddress.getHostString();
        if (values.listenAddress.getAddress().isLoopbackAddress()) {
            return;
        }
        if (values.password.isEmpty() && !values.tls.encrypts()) {
            throw new IllegalArgumentException("listening at " + host
                    + " needs a password or a certificate: anyone who reaches this port could read and write");
        }
        if (values.secret.isEmpty()) {
            throw new IllegalArgumentException("listening at " + host
                    + " needs a secret that the nodes share: anyone who reaches this port could pose as a node");
        }
    }

    public String name() {
        return values.name;
    }

    public String group() {
        return values.group;
    }

    public InetSocketAddress listenAddress() {
        return values.listenAddress;
    }

    public InetSocketAddress meshAddress() {
        return values.meshAddress;
    }

    public List<InetSocketAddress> peers() {
        return values.peers;
    }

    public Optional<String> announcedHost() {
        return values.announcedHost;
    }

    public int tokens() {
        return values.tokens;
    }

    public long maxMemory() {
        return values.maxMemory;
    }

    public int backups() {
        return values.backups;
    }

    public int requiredCopies() {
        return values.requiredCopies;
    }

    public Optional<String> zone() {
        return values.zone;
    }

    public int weight() {
        return values.weight;
    }

    public boolean redirects() {
        return values.redirects;
    }

    public Timing timing() {
        return values.timing;
    }

    public Duration requestTimeout() {
        return values.requestTimeout;
    }

    public OnHeal onHeal() {
        return values.onHeal;
    }

    Executor executor() {
        return values.executor.orElseGet(CallbackPool::shared);
    }

    String secret() {
        return values.secret;
    }

    /** Returns the text that nodes must prove to know: the secret, and the password, which they could bypass otherwise. */
    String sharedSecret() {
        return values.secret + "\n" + values.password.orElse("");
    }

    Optional<String> password() {
        return values.password;
    }

    TlsContexts tls() {
        return values.tls;
    }

    long connectionMemory() {
        return values.connectionMemory;
    }

    ClientLimits limits() {
        return values.limits;
    }

    /** Returns the number of event loops: half of the processors, since the kernel needs about as much time per request as a loop does. */
    int loops() {
        return Math.max(1, Math.min(MAX_LOOPS, Runtime.getRuntime().availableProcessors() / 2));
    }
}
