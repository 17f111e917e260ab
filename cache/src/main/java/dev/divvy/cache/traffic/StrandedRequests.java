package dev.divvy.cache.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The requests for which there is no node that can be asked: the owner has crashed, or this node takes their tokens over. All of them are
 * attempted together, when the routing table changes and from time to time, so that they leave the event loop to those that can run. Used on
 * the loop only.
 */
final class StrandedRequests {

    private static final long LEAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MOST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(16);

    /** The longest pause when there are so many requests that attempting them takes long. */
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** The least pause, in durations of the last attempts. */
    private static final int PAUSE_FACTOR = 8;

    private final EventLoopContext loop;
    private final Consumer<ForwardedRequest> attempt;
    private List<ForwardedRequest> waiting = new ArrayList<>();
    private long pauseNanos = LEAST_PAUSE_NANOS;
    private boolean scheduled;

    /** @param attempt attempts one of them; it may be added again at once */
    StrandedRequests(EventLoopContext loop, Consumer<ForwardedRequest> attempt) {
        this.loop = loop;
        this.attempt = attempt;
        loop.onTable(this::tableChanged);
    }

    void add(ForwardedRequest request) {
        waiting.add(request);
        if (!scheduled) {
            scheduled = true;
            loop.schedule(this::attemptAll, pauseNanos);
        }
    }

    private void tableChanged() {
        pauseNanos = LEAST_PAUSE_NANOS;
        attemptWaiting();
    }

    private void attemptAll() {
        scheduled = false;
        attemptWaiting();
    }

    private void attemptWaiting() {
        if (waiting.isEmpty()) {
            return;
        }
        List<ForwardedRequest> taken = waiting;
        waiting = new ArrayList<>();
        long begin = System.nanoTime();
        boolean before = scheduled;
        scheduled = true; // those that come back at once are attempted after the pause that follows from this attempt
        taken.forEach(attempt);
        scheduled = before;
        long took = System.nanoTime() - begin;
        pauseNanos = waiting.isEmpty()
                ? LEAST_PAUSE_NANOS
                : Math.min(
                        Math.max(Math.min(2 * pauseNanos, MOST_PAUSE_NANOS), PAUSE_FACTOR * took), LONGEST_PAUSE_NANOS);
        if (!waiting.isEmpty() && !scheduled) {
            scheduled = true;
            loop.schedule(this::attemptAll, pauseNanos);
        }
    }
}
