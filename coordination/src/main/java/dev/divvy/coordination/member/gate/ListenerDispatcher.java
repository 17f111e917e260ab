package dev.divvy.coordination.member.gate;

import dev.divvy.allocation.Pieces;
import dev.divvy.coordination.HeldPiece;
import dev.divvy.coordination.HeldPieces;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.LossReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies the application's listeners of gains and losses, in order, on its own thread: a slow listener delays other listeners, never the
 * pulse. It also watches the lease: when the lease is about to end, it reports everything as lost, and as gained again when the lease is
 * renewed.
 */
public final class ListenerDispatcher implements Runnable, GateKeeper.Observer {

    private static final Logger log = LoggerFactory.getLogger(ListenerDispatcher.class);

    private final String name;
    private final LongSupplier deadline;
    private final LongSupplier clock;
    private final long notice;
    private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final AtomicBoolean renewed = new AtomicBoolean();

    /** Written by the dispatcher's thread only, like the fields below. */
    private final List<Listener> listeners = new ArrayList<>();

    private final Map<String, Gate> reported = new TreeMap<>();
    private Pieces pieces;
    private boolean ended;
    private boolean leaseEnded;

    public ListenerDispatcher(String name, Pieces pieces, LongSupplier deadline, LongSupplier clock, long notice) {
        this.name = name;
        this.pieces = pieces;
        this.deadline = deadline;
        this.clock = clock;
        this.notice = notice;
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // later notifications must still be sent
    public void run() {
        while (!ended || !queue.isEmpty()) {
            try {
                long wait = leaseEnded || reported.isEmpty() ? Long.MAX_VALUE : endsAt() - clock.getAsLong();
                Runnable next = wait <= 0 ? queue.poll() : queue.poll(wait, TimeUnit.NANOSECONDS);
                if (next != null) {
                    next.run();
                }
                checkLease();
            } catch (InterruptedException e) {
                // A listener's own code or closing interrupted this thread; later notifications must still be sent.
                log.debug("{}: the listener thread was interrupted; continuing", name, e);
            } catch (Throwable e) {
                log.error("{}: notifying listeners failed; continuing", name, e);
            }
        }
    }

    // --- calls of the pulse thread ---

    @Override
    public void gained(Pieces among, List<Gate> gates) {
        queue.add(() -> {
            pieces = among;
            gates.forEach(gate -> reported.put(gate.piece(), gate));
            if (!leaseEnded) {
                notifyGained(gates, listeners);
            }
        });
    }

    @Override
    public void lost(Pieces among, List<Gate> gates, LossReason reason, Runnable afterwards) {
        queue.add(() -> {
            pieces = among;
            try {
                List<Gate> known = gates.stream()
                        .filter(gate -> reported.remove(gate.piece(), gate))
                        .toList();
                if (!leaseEnded) {
                    notifyLost(known, reason);
                }
            } finally {
                afterwards.run();
            }
        });
    }

    /** Reports that the lease may have been renewed. Several unprocessed renewals count as one. */
    public void renewed() {
        if (renewed.compareAndSet(false, true)) {
            queue.add(() -> renewed.set(false));
        }
    }

    /** Reports all remaining pieces as lost, and sends no notification after that. */
    public void end() {
        queue.add(() -> {
            if (!leaseEnded) {
                notifyLost(List.copyOf(reported.values()), LossReason.CLOSED);
            }
            reported.clear();
            ended = true;
        });
    }

    // --- calls of the application ---

    public void add(Listener listener) {
        queue.add(() -> {
            listeners.add(listener);
            if (!leaseEnded) {
                notifyGained(List.copyOf(reported.values()), List.of(listener));
            }
        });
    }

    /**
     * Removes a listener.
     *
     * @param afterwards run when the listener will receive no further calls
     */
    public void remove(Listener listener, Runnable afterwards) {
        queue.add(() -> {
            listeners.remove(listener);
            afterwards.run();
        });
    }

    // --- the lease ---

    /** Whether the lease is about to end, so that work should stop. */
    public boolean leaseEnding() {
        return clock.getAsLong() >= endsAt();
    }

    private long endsAt() {
        long end = deadline.getAsLong();
        return end == Long.MIN_VALUE ? Long.MAX_VALUE : end - notice;
    }

    private void checkLease() {
        boolean ends = !reported.isEmpty() && leaseEnding();
        if (ends && !leaseEnded) {
            log.warn(
                    "{}: the board has not answered in time; {} pieces are reported as lost until it does",
                    name,
                    reported.size());
            notifyLost(List.copyOf(reported.values()), LossReason.LEASE_ENDED);
            leaseEnded = true;
        } else if (!ends && leaseEnded) {
            leaseEnded = false;
            notifyGained(List.copyOf(reported.values()), listeners);
        }
    }

    private void notifyGained(List<Gate> gates, List<Listener> receivers) {
        if (!gates.isEmpty()) {
            HeldPieces portion = portion(gates);
            receivers.forEach(listener -> callSafely(() -> listener.gained(portion)));
        }
    }

    private void notifyLost(List<Gate> gates, LossReason reason) {
        if (!gates.isEmpty()) {
            HeldPieces portion = portion(gates);
            List.copyOf(listeners).forEach(listener -> callSafely(() -> listener.lost(portion, reason)));
        }
    }

    private HeldPieces portion(List<Gate> gates) {
        return new HeldPieces(
                pieces,
                gates.stream()
                        .map(gate -> new HeldPiece(gate.piece(), gate.fence()))
                        .toList());
    }

    @SuppressWarnings("CatchingUnchecked") // an exception of one listener must not affect the others
    private void callSafely(Runnable call) {
        try {
            call.run();
        } catch (Throwable e) {
            log.error("{}: a listener failed; it is still notified of the next change", name, e);
        }
    }
}
