package dev.divvy.cli.lab;

import dev.divvy.allocation.allocator.Law;
import java.util.List;
import java.util.Set;

/**
 * What one allocator made of the events.
 *
 * @param laws those it promises
 * @param ranges contiguous runs of pieces a member, the mean at the end
 * @param microsPerChange the median time of one answer: the only figure that differs from run to run
 * @param timeline in equal steps, the last one after the last event
 */
record AllocatorResult(
        String allocator, Set<Law> laws, Balance balance, double ranges, double microsPerChange, List<Point> timeline) {

    /**
     * How an allocator stood after an event.
     *
     * @param maxOverMean the worst load since the point before
     * @param moves since the beginning
     */
    record Point(int event, double maxOverMean, MoveCount moves) {}

    /** Of all events together. */
    public MoveCount moves() {
        return timeline.get(timeline.size() - 1).moves();
    }
}
