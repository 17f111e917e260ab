package dev.divvy.console.feed;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The last events of the stream, for any number of readers at their own pace. A status replaces the status before it. Thread-safe. */
public final class EventBuffer {

    static final String STATUS = "status";

    private static final int MOST = 256;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();

    /** In the order of their numbers; guarded by the lock, like the fields below. */
    private final Deque<StreamEvent> events = new ArrayDeque<>();

    private long last;

    /** The newest event that was dropped for lack of space. */
    private long dropped;

    void add(String name, String data) {
        lock.lock();
        try {
            if (name.equals(STATUS)) {
                events.removeIf(event -> event.name().equals(STATUS));
            }
            events.addLast(new StreamEvent(++last, name, data));
            if (events.size() > MOST) {
                dropped = events.removeFirst().number();
            }
            added.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of the newest event. */
    long last() {
        lock.lock();
        try {
            return last;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for events after this one, and returns them in their order; none when the time is over.
     *
     * @return empty when some were dropped already, or when there is no such event: the reader must begin anew
     */
    public Optional<List<StreamEvent>> after(long number, long millis) throws InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(millis);
        lock.lockInterruptibly();
        try {
            if (number > last) {
                return Optional.empty();
            }
            while (last <= number && left > 0) {
                left = added.awaitNanos(left);
            }
            return number < dropped
                    ? Optional.empty()
                    : Optional.of(events.stream()
                            .filter(event -> event.number() > number)
                            .toList());
        } finally {
            lock.unlock();
        }
    }
}
