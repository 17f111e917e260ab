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

    /** The time after which a node is tried again whose link broke: it may have just started, and refuses messages for a while. */
    private static final long RECONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** The same after several links to it broke: its process has ended, and it is still on the board. */
    private static final long MOST_RECONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /**
     * An incarnation whose link broke, and which has replied to nothing since.
     *
     * @param waitNanos the time after which it is tried again
     */
    private record Outage(long sinceNanos, long waitNanos) {}

    private final Function<Incarnation, ReplicaLink> connector;
    private final LongSupplier nanos;
    private final Map<Incarnation, ReplicaLink> links = new ConcurrentHashMap<>();

    /** The links that broke and of which the tokens were not told. */
    private final ConcurrentLinkedQueue<Incarnation> broken = new ConcurrentLinkedQueue<>();

    private final Map<Incarnation, Outage> outages = new ConcurrentHashMap<>();

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
        return link == null ? isDue(to) : link.hasRoom();
    }

    /** Whether an incarnation may be asked: after its link broke, with one message, and the others when it has replied. */
    boolean mayAsk(Incarnation to) {
        return !outages.containsKey(to) || (!links.containsKey(to) && isDue(to));
    }

    private boolean isDue(Incarnation to) {
        Outage outage = outages.get(to);
        return outage == null || nanos.getAsLong() - outage.sinceNanos >= outage.waitNanos;
    }

    void broke(ReplicaLink link) {
        long now = nanos.getAsLong();
        outages.merge(
                link.peer(),
                new Outage(now, RECONNECT_NANOS),
                (last, next) -> new Outage(now, Math.min(2 * last.waitNanos, MOST_RECONNECT_NANOS)));
        broken.add(link.peer());
    }

    /** Takes note of a reply. */
    void replied(ReplicaLink link) {
        if (!outages.isEmpty()) {
            outages.remove(link.peer());
        }
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
        outages.keySet().retainAll(present);
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
