package dev.divvy.testkit.simulation.random;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The queue of future events in virtual time: a heap ordered by time, then by insertion order. */
public final class EventQueue {

    private long[] times = new long[256];
    private long[] orders = new long[256];
    private @Nullable Runnable[] events = new Runnable[256];
    private int size;
    private long inserted;
    private long now;

    public long now() {
        return now;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** Returns the time of the next event. */
    public long nextTime() {
        return size == 0 ? Long.MAX_VALUE : times[0];
    }

    public void in(long delay, Runnable event) {
        at(now + Math.max(0, delay), event);
    }

    public void at(long time, Runnable event) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            orders = Arrays.copyOf(orders, size * 2);
            events = Arrays.copyOf(events, size * 2);
        }
        place(siftUp(size++, Math.max(now, time), inserted), Math.max(now, time), inserted++, event);
    }

    /** Removes the next event and advances the time to it. */
    public Runnable take() {
        Runnable first = Objects.requireNonNull(events[0]);
        now = times[0];
        size--;
        Runnable last = Objects.requireNonNull(events[size]);
        events[size] = null;
        if (size > 0) {
            place(siftDown(times[size], orders[size]), times[size], orders[size], last);
        }
        return first;
    }

    private int siftUp(int from, long time, long order) {
        int index = from;
        while (index > 0) {
            int parent = (index - 1) >>> 1;
            if (!before(time, order, times[parent], orders[parent])) {
                break;
            }
            place(index, times[parent], orders[parent], Objects.requireNonNull(events[parent]));
            index = parent;
        }
        return index;
    }

    private int siftDown(long time, long order) {
        int index = 0;
        for (int child = 1; child < size; child = 2 * index + 1) {
            if (child + 1 < size && before(times[child + 1], orders[child + 1], times[child], orders[child])) {
                child++;
            }
            if (!before(times[child], orders[child], time, order)) {
                break;
            }
            place(index, times[child], orders[child], Objects.requireNonNull(events[child]));
            index = child;
        }
        return index;
    }

    private static boolean before(long time, long order, long otherTime, long otherOrder) {
        return time != otherTime ? time < otherTime : order < otherOrder;
    }

    private void place(int index, long time, long order, Runnable event) {
        times[index] = time;
        orders[index] = order;
        events[index] = event;
    }
}
