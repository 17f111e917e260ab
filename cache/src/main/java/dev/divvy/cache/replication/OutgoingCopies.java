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

/**
 * Sends the copies of all tokens, some at a time to each node, a part of each in turn, as far as the windows of the links allow. So the first
 * copies are complete, and their tokens can move, while the last ones wait.
 */
final class OutgoingCopies {

    /** The copies that are sent to a node at a time: enough that a reply to one does not hold up the others. */
    static final int MOST_BEGUN = 64;

    private static final long SLICE_NANOS = 10_000_000;

    private final TokenReplicas replicas;
    private final LongSupplier nanos;

    /** The tokens whose copies the sender does not know yet. */
    private final Queue<LocalToken> arrived = new ConcurrentLinkedQueue<>();

    /** The same tokens, so that none is there twice. */
    private final Set<LocalToken> arrivedOnce = ConcurrentHashMap.newKeySet();

    /** The tokens of which a copy must be sent, by receiver. A link whose window is full costs nothing, however many tokens wait for it. */
    private final Map<Incarnation, Receiver> receivers = new LinkedHashMap<>();

    /** Whether tokens wait because the window of a link is full. */
    private volatile boolean waiting;

    /** The tokens of which a node must get a copy. */
    private static final class Receiver {

        /** The tokens of which it has got a part. */
        private final Set<LocalToken> begun = new LinkedHashSet<>();

        private final Set<LocalToken> others = new LinkedHashSet<>();

        private boolean isEmpty() {
            return begun.isEmpty() && others.isEmpty();
        }

        private LocalToken take() {
            Set<LocalToken> from = others.isEmpty() || begun.size() >= MOST_BEGUN ? begun : others;
            Iterator<LocalToken> first = from.iterator();
            LocalToken token = first.next();
            first.remove();
            return token;
        }

        private void begun(LocalToken token) {
            others.remove(token);
            begun.add(token);
        }
    }

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
        waiting = !receivers.isEmpty() || !arrived.isEmpty();
        long end = nanos.getAsLong() + SLICE_NANOS;
        sort(end);
        boolean sent = true;
        while (sent && nanos.getAsLong() - end < 0) {
            sent = false;
            for (Map.Entry<Incarnation, Receiver> next : receivers.entrySet()) {
                sent |= sendNext(next.getKey(), next.getValue());
            }
        }
        receivers.values().removeIf(Receiver::isEmpty);
        waiting = !receivers.isEmpty();
        return sent || !arrived.isEmpty();
    }

    private void sort(long end) {
        LocalToken token = arrived.peek();
        while (token != null && nanos.getAsLong() - end < 0) {
            arrived.remove();
            arrivedOnce.remove(token);
            for (Incarnation to : token.copyTargets()) {
                Receiver receiver = receivers.computeIfAbsent(to, key -> new Receiver());
                if (!receiver.begun.contains(token)) {
                    receiver.others.add(token);
                }
            }
            token = arrived.peek();
        }
    }

    /** Sends a part of the copy whose turn it is; returns whether there was one, and room for it. */
    private boolean sendNext(Incarnation to, Receiver receiver) {
        if (receiver.isEmpty() || !replicas.hasRoom(to)) {
            return false;
        }
        LocalToken token = receiver.take();
        if (token.sendPart(to)) {
            receiver.begun(token);
        }
        return true;
    }
}
