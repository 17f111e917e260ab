package dev.divvy.cache.replication;

import dev.divvy.allocation.Incarnation;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;

/** Sends the copies of all tokens in turn, a part of each, as far as the windows of the links allow. */
final class OutgoingCopies {

    private static final long SLICE_NANOS = 10_000_000;

    private final TokenReplicas replicas;
    private final LongSupplier nanos;

    /** The tokens whose copies the sender does not know yet. */
    private final Queue<LocalToken> arrived = new ConcurrentLinkedQueue<>();

    /** The same tokens, so that none is there twice. */
    private final Set<LocalToken> arrivedOnce = ConcurrentHashMap.newKeySet();

    /** The tokens of which a copy must be sent, by receiver. A link whose window is full costs nothing, however many tokens wait for it. */
    private final Map<Incarnation, Set<LocalToken>> byReceiver = new LinkedHashMap<>();

    /** Whether tokens wait because the window of a link is full. */
    private volatile boolean waiting;

    /** @param nanos the clock that limits the time of one turn */
    OutgoingCopies(TokenReplicas replicas, LongSupplier nanos) {
        this.replicas = replicas;
        this.nanos = nanos;
    }

    /** Adds a token; returns whether the sender must be woken up. */
    boolean add(LocalToken token) {
        return arrivedOnce.add(token) && arrived.add(token);
    }

    boolean isWaiting() {
        return waiting;
    }

    /** Sends what there is room for, for a few milliseconds; returns whether there is more to send at once. On one thread. */
    boolean send() {
        // Before the windows are looked at: what drains from now on wakes the sender up.
        waiting = !byReceiver.isEmpty() || !arrived.isEmpty();
        long end = nanos.getAsLong() + SLICE_NANOS;
        sort(end);
        boolean sent = true;
        while (sent && nanos.getAsLong() - end < 0) {
            sent = false;
            for (Map.Entry<Incarnation, Set<LocalToken>> next : byReceiver.entrySet()) {
                sent |= sendNext(next.getKey(), next.getValue());
            }
        }
        byReceiver.values().removeIf(Set::isEmpty);
        waiting = !byReceiver.isEmpty();
        return sent || !arrived.isEmpty();
    }

    private void sort(long end) {
        LocalToken token = arrived.peek();
        while (token != null && nanos.getAsLong() - end < 0) {
            arrived.remove();
            arrivedOnce.remove(token);
            for (Incarnation to : token.copyTargets()) {
                byReceiver.computeIfAbsent(to, key -> new LinkedHashSet<>()).add(token);
            }
            token = arrived.peek();
        }
    }

    /** Sends a part of the copy whose turn it is; returns whether there was one, and room for it. */
    private boolean sendNext(Incarnation to, Set<LocalToken> tokens) {
        if (tokens.isEmpty() || !replicas.hasRoom(to)) {
            return false;
        }
        Iterator<LocalToken> first = tokens.iterator();
        LocalToken token = first.next();
        first.remove();
        if (token.sendPart(to)) {
            tokens.add(token);
        }
        return true;
    }
}
