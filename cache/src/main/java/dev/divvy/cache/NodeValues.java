package dev.divvy.cache;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.memory.MemoryBudget;
import dev.divvy.cache.resp.ClientLimits;
import dev.divvy.cache.socket.TlsContexts;
import dev.divvy.coordination.Timing;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The values of {@link NodeSettings}, written only before the settings that hold them are returned. */
final class NodeValues {

    private static final long HEAP = Runtime.getRuntime().maxMemory();

    /** The time within which a node must have handed a token over; what is not copied by then is fetched from it later. */
    private static final Duration GRACE = Duration.ofMinutes(10);

    final String name;
    String group = "cache";
    InetSocketAddress listenAddress = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7401);
    InetSocketAddress meshAddress = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7501);
    List<InetSocketAddress> peers = List.of();
    Optional<String> announcedHost = Optional.empty();
    String secret = "";
    Optional<String> password = Optional.empty();
    TlsContexts tls = TlsContexts.none();
    int tokens = Tokens.redis().count();
    long maxMemory = HeapSizing.defaultMaxMemory(HEAP);
    long connectionMemory = MemoryBudget.ofHeap();
    boolean redirects;
    ClientLimits limits = ClientLimits.DEFAULT;
    Timing timing = HeapSizing.defaultTiming(HEAP).withGrace(GRACE);
    Duration requestTimeout = Duration.ofSeconds(5);
    OnHeal onHeal = OnHeal.FORGET_CHANGED;
    Optional<Executor> executor = Optional.empty();
    int backups;
    int requiredCopies;
    Optional<String> zone = Optional.empty();
    int weight = 1;

    NodeValues(String name) {
        this.name = name;
    }

    NodeValues(NodeValues from) {
        name = from.name;
        group = from.group;
        listenAddress = from.listenAddress;
        meshAddress = from.meshAddress;
        peers = from.peers;
        announcedHost = from.announcedHost;
        secret = from.secret;
        password = from.password;
        tls = from.tls;
        tokens = from.tokens;
        maxMemory = from.maxMemory;
        connectionMemory = from.connectionMemory;
        redirects = from.redirects;
        limits = from.limits;
        timing = from.timing;
        requestTimeout = from.requestTimeout;
        onHeal = from.onHeal;
        executor = from.executor;
        backups = from.backups;
        requiredCopies = from.requiredCopies;
        zone = from.zone;
        weight = from.weight;
    }
}
