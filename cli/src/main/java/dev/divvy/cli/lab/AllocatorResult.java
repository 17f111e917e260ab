package dev.divvy.cli.lab;

import dev.divvy.allocation.allocator.Law;
import java.util.List;
import java.util.Set;

/**
 * The result of one allocator on the events.
 *
 * @param laws the laws that it promises
 * @param ranges the mean number of contiguous runs of pieces per member, at the end
 * @param microsPerChange the median time of one allocation: the only number that differs from run to run
 * @param timeline points in equal steps, the last one after the last event
 */
record AllocatorResult(
        String allocator, Set<Law> laws, Balance balance, double ranges, double microsPerChange, List<Point> timeline) {

    /**
     * The state of an allocator after an event.
     *
     * @param maxOverMean the worst load since the previous point
     * @param moves the moves since the start
     */
    record Point(int event, double maxOverMean, MoveCount moves) {}

    /** Returns the moves of all events together. */
    public MoveCount moves() {
        return timeline.get(timeline.size() - 1).moves();
    }
}
