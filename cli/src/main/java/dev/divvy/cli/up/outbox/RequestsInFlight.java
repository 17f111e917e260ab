package dev.divvy.cli.up.outbox;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The requests that were received and not answered yet, by worker. The replies to one worker can be held back. Thread-safe. */
final class RequestsInFlight {

    private static final Duration LONGEST_HOLD = Duration.ofSeconds(5);

    /** Guarded by this object, like the next field. */
    private final Map<String, Integer> counts = new HashMap<>();

    private final Set<String> held = new HashSet<>();

    synchronized void begin(String worker) {
        counts.merge(worker, 1, Integer::sum);
        notifyAll();
    }

    synchronized void end(String worker) {
        counts.merge(worker, -1, Integer::sum);
    }

    /** Holds the replies to this worker back, and waits until it has a request in flight; returns whether it had one in time. */
    synchronized boolean hold(String worker, Duration atMost) throws InterruptedException {
        held.add(worker);
        long deadline = System.nanoTime() + atMost.toNanos();
        for (long left = atMost.toNanos(); counts.getOrDefault(worker, 0) == 0 && left > 0; ) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = deadline - System.nanoTime();
        }
        return counts.getOrDefault(worker, 0) > 0;
    }

    /** Lets the replies to this worker go. */
    synchronized void release(String worker) {
        held.remove(worker);
        notifyAll();
    }

    /** Waits while the replies to this worker are held back. */
    synchronized void awaitRelease(String worker) throws InterruptedException {
        long deadline = System.nanoTime() + LONGEST_HOLD.toNanos();
        for (long left = LONGEST_HOLD.toNanos(); held.contains(worker) && left > 0; ) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = deadline - System.nanoTime();
        }
    }
}
