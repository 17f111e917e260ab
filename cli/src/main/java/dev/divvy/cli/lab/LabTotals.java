package dev.divvy.cli.lab;

import java.util.ArrayList;
import java.util.List;

/** Sums up the events of one run. It keeps at most {@link #MOST_POINTS} points, however many events there are. */
final class LabTotals {

    static final int MOST_POINTS = 150;

    private final int events;
    private final List<AllocatorResult.Point> points = new ArrayList<>();
    private MoveCount moves = MoveCount.NONE;
    private Balance balance = Balance.PERFECT;
    private Balance sincePoint = Balance.PERFECT;
    private int event;

    /** @param start the load before the first event */
    LabTotals(int events, Balance start) {
        this.events = events;
        include(start);
    }

    void add(int moved, int bound, Balance load) {
        moves = moves.plus(moved, bound);
        include(load);
        long steps = Math.min(events, MOST_POINTS);
        boolean newStep = (event + 1) * steps / events > event * steps / events;
        event++;
        if (newStep) {
            points.add(new AllocatorResult.Point(event, sincePoint.maxOverMean(), moves));
            sincePoint = Balance.PERFECT;
        }
    }

    private void include(Balance load) {
        balance = balance.worstOf(load);
        sincePoint = sincePoint.worstOf(load);
    }

    AllocatorResult result(Stopwatch watch, double ranges) {
        return new AllocatorResult(
                watch.name(), watch.laws(), balance, ranges, watch.medianMicros(), List.copyOf(points));
    }
}
