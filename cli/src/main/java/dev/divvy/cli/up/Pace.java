package dev.divvy.cli.up;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** How fast a count grew over the last few seconds. Used by one thread. */
final class Pace {

    private static final long WINDOW = TimeUnit.SECONDS.toNanos(5);

    private record Mark(long nanos, long count) {}

    private final Deque<Mark> marks = new ArrayDeque<>();

    /** The count is this now; answers by how much it grew a second. */
    double of(long count) {
        long now = System.nanoTime();
        while (marks.size() > 1 && now - marks.getFirst().nanos() > WINDOW) {
            marks.removeFirst();
        }
        marks.addLast(new Mark(now, count));
        Mark first = marks.getFirst();
        return now == first.nanos() ? 0 : (count - first.count()) / ((now - first.nanos()) / 1e9);
    }
}
