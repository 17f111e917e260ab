package dev.divvy.coordination.protocol.knowledge;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.coordination.Timing;

/**
 * Since when the eligible members are those that they are: many who come together are one change.
 *
 * @param since when they last changed
 * @param first when they first differed from the allocation's roster
 */
public record SettleTimer(Roster eligible, long since, long first) {

    /** Nothing was seen yet. */
    public static final SettleTimer NONE = new SettleTimer(Roster.EMPTY, Long.MAX_VALUE, Long.MAX_VALUE);

    /** The longest wait for members who come and go without end, in settle times. */
    private static final int PATIENCE = 5;

    /** Members are asked to plan one after the other, so that mostly the first one does it for all. */
    private static final int STEPS = 8;

    public SettleTimer seen(Roster now, boolean differs, boolean differed, long at) {
        boolean goesOn = !equals(NONE) && differs == differed;
        if (goesOn && now.equals(eligible)) {
            return this;
        }
        return new SettleTimer(now, at, goesOn && differs ? first : at);
    }

    /** When this member should plan the change. */
    public long due(Incarnation me, Timing timing) {
        long settle = timing.settle().toNanos();
        return Math.min(since + settle, first + PATIENCE * settle) + rank(me) * settle / STEPS;
    }

    private int rank(Incarnation me) {
        int rank = 0;
        for (Member member : eligible.members()) {
            if (member.id().compareTo(me.member()) >= 0 || rank == STEPS) {
                break;
            }
            rank++;
        }
        return rank;
    }
}
