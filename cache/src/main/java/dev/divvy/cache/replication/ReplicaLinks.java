package dev.divvy.cache.replication;

import dev.divvy.allocation.Incarnation;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The links of one incarnation of this node to the other nodes, opened when something is sent. Thread-safe. */
final class ReplicaLinks {

    /** The time after which copies are sent to a node again whose link broke: it may have just started, and refuses messages for a while. */
    private static final long RECONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Function<Incarnation, ReplicaLink> connector;
    private final LongSupplier nanos;
    private final Map<Incarnation, ReplicaLink> links = new ConcurrentHashMap<>();

    /** The links that broke and of which the tokens were not told. */
    private final ConcurrentLinkedQueue<Incarnation> broken = new ConcurrentLinkedQueue<>();

    private final Map<Incarnation, Long> brokenNanos = new ConcurrentHashMap<>();

    ReplicaLinks(Function<Incarnation, ReplicaLink> connector, LongSupplier nanos) {
        this.connector = connector;
        this.nanos = nanos;
    }

    ReplicaLink open(Incarnation to) {
        ReplicaLink link = links.get(to);
        return link == null ? links.computeIfAbsent(to, connector) : link;
    }

    /** Whether parts of copies may be sent. */
    boolean hasRoom(Incarnation to) {
        ReplicaLink link = links.get(to);
        return link == null ? !brokeLately(to) : link.hasRoom();
    }

    private boolean brokeLately(Incarnation to) {
        Long since = brokenNanos.get(to);
        return since != null && nanos.getAsLong() - since < RECONNECT_NANOS;
    }

    void broke(ReplicaLink link) {
        brokenNanos.put(link.peer(), nanos.getAsLong());
        broken.add(link.peer());
    }

    /** Takes the next incarnation whose link broke; the next message to it opens another one. */
    Optional<Incarnation> takeBroken() {
        Incarnation incarnation = broken.poll();
        if (incarnation != null) {
            links.computeIfPresent(incarnation, (key, link) -> link.isBroken() ? null : link);
        }
        return Optional.ofNullable(incarnation);
    }

    /** Closes the links to incarnations that are off the board. */
    void retain(Set<Incarnation> present) {
        brokenNanos.keySet().retainAll(present);
        links.values().removeIf(link -> {
            boolean gone = !present.contains(link.peer());
            if (gone) {
                link.close();
            }
            return gone;
        });
    }

    void close() {
        links.values().forEach(ReplicaLink::close);
    }
}
