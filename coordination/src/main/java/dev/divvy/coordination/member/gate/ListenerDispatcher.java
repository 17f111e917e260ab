package dev.divvy.coordination.member.gate;

import dev.divvy.allocation.Pieces;
import dev.divvy.coordination.Holding;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.LossReason;
import dev.divvy.coordination.Portion;
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
 * Tells the application what it gained and lost, in order, on a thread of its own: a slow listener delays other listeners, never the
 * pulse. It also watches the lease: when its end comes near and no pulse renewed it, everything is told as lost, and as gained again when
 * the lease runs again.
 */
public final class ListenerDispatcher implements Runnable, GateKeeper.Audience {

    private static final Logger log = LoggerFactory.getLogger(ListenerDispatcher.class);

    private final String name;
    private final LongSupplier deadline;
    private final LongSupplier clock;
    private final long notice;
    private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final AtomicBoolean renewed = new AtomicBoolean();

    /** Written by the teller's thread only, like all that follows. */
    private final List<Listener> listeners = new ArrayList<>();

    private final Map<String, Gate> told = new TreeMap<>();
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
    @SuppressWarnings("CatchingUnchecked") // there is always something left to tell
    public void run() {
        while (!ended || !queue.isEmpty()) {
            try {
                long wait = leaseEnded || told.isEmpty() ? Long.MAX_VALUE : endsAt() - clock.getAsLong();
                Runnable next = wait <= 0 ? queue.poll() : queue.poll(wait, TimeUnit.NANOSECONDS);
                if (next != null) {
                    next.run();
                }
                lookAtLease();
            } catch (InterruptedException e) {
                // Nobody interrupts this thread but a listener's own work; there is always something left to tell.
                log.debug("{}: the teller was interrupted and goes on", name, e);
            } catch (Throwable e) {
                log.error("{}: telling failed; going on", name, e);
            }
        }
    }

    // --- what the pulse thread says ---

    @Override
    public void gained(Pieces among, List<Gate> gates) {
        queue.add(() -> {
            pieces = among;
            gates.forEach(gate -> told.put(gate.piece(), gate));
            if (!leaseEnded) {
                tellGained(gates, listeners);
            }
        });
    }

    @Override
    public void lost(Pieces among, List<Gate> gates, LossReason why, Runnable afterwards) {
        queue.add(() -> {
            pieces = among;
            try {
                List<Gate> known = gates.stream()
                        .filter(gate -> gate.isAwaited() || told.remove(gate.piece(), gate))
                        .toList();
                if (!leaseEnded) {
                    tellLost(known, why);
                }
            } finally {
                afterwards.run();
            }
        });
    }

    /** The lease was renewed: it may run again. Any number of renewals that nobody looked at yet are one. */
    public void renewed() {
        if (renewed.compareAndSet(false, true)) {
            queue.add(() -> renewed.set(false));
        }
    }

    /** Tells that all that is left is lost, and nothing after that. */
    public void end() {
        queue.add(() -> {
            if (!leaseEnded) {
                tellLost(List.copyOf(told.values()), LossReason.CLOSED);
            }
            told.clear();
            ended = true;
        });
    }

    // --- what the application says ---

    public void add(Listener listener) {
        queue.add(() -> {
            listeners.add(listener);
            if (!leaseEnded) {
                tellGained(List.copyOf(told.values()), List.of(listener));
            }
        });
    }

    /**
     * Removes a listener.
     *
     * @param afterwards is called when the listener is told nothing more
     */
    public void remove(Listener listener, Runnable afterwards) {
        queue.add(() -> {
            listeners.remove(listener);
            afterwards.run();
        });
    }

    // --- the lease ---

    /** Whether holdings should be given up soon, because the lease is about to end. */
    public boolean leaseEnding() {
        return clock.getAsLong() >= endsAt();
    }

    private long endsAt() {
        long end = deadline.getAsLong();
        return end == Long.MIN_VALUE ? Long.MAX_VALUE : end - notice;
    }

    private void lookAtLease() {
        boolean ends = !told.isEmpty() && leaseEnding();
        if (ends && !leaseEnded) {
            log.warn(
                    "{}: the board has not answered in time: {} pieces are held no longer until it does",
                    name,
                    told.size());
            tellLost(List.copyOf(told.values()), LossReason.LEASE_ENDED);
            leaseEnded = true;
        } else if (!ends && leaseEnded) {
            leaseEnded = false;
            tellGained(List.copyOf(told.values()), listeners);
        }
    }

    private void tellGained(List<Gate> gates, List<Listener> those) {
        if (!gates.isEmpty()) {
            Portion portion = portion(gates);
            those.forEach(listener -> guarded(() -> listener.gained(portion)));
        }
    }

    private void tellLost(List<Gate> gates, LossReason why) {
        if (!gates.isEmpty()) {
            Portion portion = portion(gates);
            List.copyOf(listeners).forEach(listener -> guarded(() -> listener.lost(portion, why)));
        }
    }

    private Portion portion(List<Gate> gates) {
        return new Portion(
                pieces,
                gates.stream()
                        .map(gate -> new Holding(gate.piece(), gate.fence()))
                        .toList());
    }

    @SuppressWarnings("CatchingUnchecked") // a listener's fault is its own
    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (Throwable e) {
            log.error("{}: a listener failed; it is told of the next change all the same", name, e);
        }
    }
}
