package dev.divvy.outbox.reading;

import dev.divvy.allocation.hash.HashRange;
import java.util.ArrayList;
import java.util.List;

/**
 * The ranges that a scan reads, in its order.
 *
 * @param held the tokens held, of which they are a part
 * @param backlog whether more rows than a page holds are expected
 * @param everything whether these are all ranges held
 */
record ScanPlan(HeldTokens held, List<HashRange> ranges, boolean backlog, boolean everything) {

    /**
     * Returns the plan of a scan.
     *
     * @param from the hash to begin with; those before it are read last
     */
    static ScanPlan of(HeldTokens held, ScanScope scope, long from, UnreadableHashes unreadable) {
        List<HashRange> ranges = startingAt(from, unreadable.without(scope.within(held.ranges())));
        return new ScanPlan(held, ranges, false, scope.everything());
    }

    ScanPlan withBacklog(boolean next) {
        return new ScanPlan(held, ranges, next, everything);
    }

    private static List<HashRange> startingAt(long from, List<HashRange> ranges) {
        List<HashRange> after = new ArrayList<>();
        List<HashRange> before = new ArrayList<>();
        for (HashRange range : ranges) {
            if (range.last() >= from) {
                after.add(new HashRange(Math.max(from, range.first()), range.last()));
            }
            if (range.first() < from) {
                before.add(new HashRange(range.first(), Math.min(from - 1, range.last())));
            }
        }
        after.addAll(before);
        return after;
    }
}
