package dev.divvy.testkit.simulation.record;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** When the board forgot, and what of: the judge promises less then. */
public final class BoardLosses {

    /** The board forgot all that came after {@code backTo}. */
    private record Loss(long at, long backTo, boolean setBack) {}

    /** When each memory of the board ended. */
    private final NavigableMap<String, Long> ends = new TreeMap<>();

    private final List<Loss> losses = new ArrayList<>();
    private long lastSetBack = Long.MIN_VALUE;
    private long last = Long.MIN_VALUE;

    public void flushed(String origin, long now) {
        ends.put(origin, now);
        losses.add(new Loss(now, Long.MIN_VALUE, false));
        last = now;
    }

    public void setBack(String origin, long now, long to) {
        ends.put(origin, now);
        setBack(now, to);
    }

    private void setBack(long now, long to) {
        losses.add(new Loss(now, to, true));
        last = now;
        lastSetBack = now;
    }

    public boolean wasSetBack() {
        return lastSetBack != Long.MIN_VALUE;
    }

    /** What was made in the forgotten time hangs on the board now: all since it was set back is forgotten as well. */
    public void overtaken(long now) {
        setBack(now, lastSetBack);
    }

    /** When something happened that was learned from a memory of the board: now, or at the latest when that memory ended. */
    public long moment(Optional<String> origin, long now) {
        return origin.map(memory -> ends.getOrDefault(memory, now)).orElse(now);
    }

    /** Whether leases of a forgotten time may still run. */
    public boolean setBackWithin(long span, long now) {
        return wasSetBack() && now - lastSetBack <= span;
    }

    /** Whether the board remembers everything. */
    public boolean none() {
        return losses.isEmpty();
    }

    public boolean within(long span, long now) {
        return last != Long.MIN_VALUE && now - last <= span;
    }

    /** Whether the board was set back to before this moment, after it. */
    public boolean forgets(long moment) {
        return losses.stream().anyMatch(loss -> loss.setBack && loss.backTo < moment && moment <= loss.at);
    }

    public boolean between(long first, long second) {
        return losses.stream().anyMatch(loss -> first <= loss.at && loss.at <= second);
    }
}
