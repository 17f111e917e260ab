package dev.divvy.testkit.simulation.random;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What happens when, in virtual real time: a heap ordered by time, and by the order of entry where times are equal. */
public final class EventQueue {

    private long[] times = new long[256];
    private long[] turns = new long[256];
    private @Nullable Runnable[] steps = new Runnable[256];
    private int size;
    private long entered;
    private long now;

    public long now() {
        return now;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** When the next thing happens. */
    public long next() {
        return size == 0 ? Long.MAX_VALUE : times[0];
    }

    public void in(long delay, Runnable step) {
        at(now + Math.max(0, delay), step);
    }

    public void at(long time, Runnable step) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            turns = Arrays.copyOf(turns, size * 2);
            steps = Arrays.copyOf(steps, size * 2);
        }
        place(rise(size++, Math.max(now, time), entered), Math.max(now, time), entered++, step);
    }

    /** Takes the next thing off and moves the time on to it. */
    public Runnable take() {
        Runnable first = Objects.requireNonNull(steps[0]);
        now = times[0];
        size--;
        Runnable last = Objects.requireNonNull(steps[size]);
        steps[size] = null;
        if (size > 0) {
            place(sink(times[size], turns[size]), times[size], turns[size], last);
        }
        return first;
    }

    private int rise(int from, long time, long turn) {
        int at = from;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (!before(time, turn, times[parent], turns[parent])) {
                break;
            }
            place(at, times[parent], turns[parent], Objects.requireNonNull(steps[parent]));
            at = parent;
        }
        return at;
    }

    private int sink(long time, long turn) {
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && before(times[child + 1], turns[child + 1], times[child], turns[child])) {
                child++;
            }
            if (!before(times[child], turns[child], time, turn)) {
                break;
            }
            place(at, times[child], turns[child], Objects.requireNonNull(steps[child]));
            at = child;
        }
        return at;
    }

    private static boolean before(long time, long turn, long otherTime, long otherTurn) {
        return time != otherTime ? time < otherTime : turn < otherTurn;
    }

    private void place(int at, long time, long turn, Runnable step) {
        times[at] = time;
        turns[at] = turn;
        steps[at] = step;
    }
}
