package dev.divvy.testkit.simulation.world;

import java.util.ArrayList;
import java.util.List;

/** When the board forgot, and what of: the judge promises less then. */
final class Losses {

    /** The board forgot all that came after {@code backTo}. */
    private record Loss(long at, long backTo, boolean setBack) {}

    private final List<Loss> losses = new ArrayList<>();
    private long lastSetBack = Long.MIN_VALUE;
    private long last = Long.MIN_VALUE;

    void flushed(long now) {
        losses.add(new Loss(now, Long.MIN_VALUE, false));
        last = now;
    }

    void setBack(long now, long to) {
        losses.add(new Loss(now, to, true));
        last = now;
        lastSetBack = now;
    }

    /** What was made in the forgotten time hangs on the board now: all since it was set back is forgotten as well. */
    void overtaken(long now) {
        setBack(now, lastSetBack);
    }

    /** Whether leases of a forgotten time may still run. */
    boolean setBackWithin(long span, long now) {
        return lastSetBack != Long.MIN_VALUE && now - lastSetBack <= span;
    }

    boolean within(long span, long now) {
        return last != Long.MIN_VALUE && now - last <= span;
    }

    /** Whether the board was set back to before this moment, after it. */
    boolean forgets(long moment) {
        return losses.stream().anyMatch(loss -> loss.setBack && loss.backTo < moment && moment <= loss.at);
    }

    boolean between(long first, long second) {
        return losses.stream().anyMatch(loss -> first <= loss.at && loss.at <= second);
    }
}
