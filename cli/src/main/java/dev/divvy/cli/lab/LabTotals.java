package dev.divvy.cli.lab;

import java.util.ArrayList;
import java.util.List;

/** Adds the events of one run up. However many there are, it keeps a bounded number of points. */
final class LabTotals {

    static final int MOST_POINTS = 150;

    private final int events;
    private final List<AllocatorResult.Point> points = new ArrayList<>();
    private MoveCount moves = MoveCount.NONE;
    private Balance balance = Balance.PERFECT;
    private Balance sincePoint = Balance.PERFECT;
    private int event;

    /** Of so many events, beginning at this load. */
    LabTotals(int events, Balance start) {
        this.events = events;
        weigh(start);
    }

    void add(int moved, int bound, Balance load) {
        moves = moves.plus(moved, bound);
        weigh(load);
        long steps = Math.min(events, MOST_POINTS);
        boolean newStep = (event + 1) * steps / events > event * steps / events;
        event++;
        if (newStep) {
            points.add(new AllocatorResult.Point(event, sincePoint.maxOverMean(), moves));
            sincePoint = Balance.PERFECT;
        }
    }

    private void weigh(Balance load) {
        balance = balance.worstOf(load);
        sincePoint = sincePoint.worstOf(load);
    }

    AllocatorResult outcome(Stopwatch watch, double ranges) {
        return new AllocatorResult(
                watch.name(), watch.laws(), balance, ranges, watch.medianMicros(), List.copyOf(points));
    }
}
