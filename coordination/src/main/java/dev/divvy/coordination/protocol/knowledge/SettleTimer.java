package dev.divvy.coordination.protocol.knowledge;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.coordination.Timing;

/**
 * Delays planning until the set of eligible members has settled, so that members that arrive together become one change.
 *
 * @param since when the eligible members last changed
 * @param first when they first differed from the allocation's roster
 */
public record SettleTimer(Roster eligible, long since, long first) {

    /** The timer before the first snapshot. */
    public static final SettleTimer NONE = new SettleTimer(Roster.EMPTY, Long.MAX_VALUE, Long.MAX_VALUE);

    /** The longest wait while members keep coming and going, in settle times. */
    private static final int LONGEST_WAIT = 5;

    /** The part of the settle time that is waited where members are only gone. */
    private static final int PART_IF_ONLY_GONE = 8;

    /** The most members for which another one waits. */
    private static final int MOST_BEFORE = 8;

    /** The time for which a member leaves the balance to each member before it, in times-to-live: those are ejected if they do nothing. */
    private static final long BALANCE_STEP = 5;

    /**
     * Returns the timer after the board was read.
     *
     * @param differs whether the eligible members differ from the allocation's roster
     * @param differed whether they did in the snapshot before
     */
    public SettleTimer observed(Roster now, boolean differs, boolean differed, long at) {
        boolean continues = !equals(NONE) && differs == differed;
        if (continues && now.equals(eligible)) {
            return this;
        }
        return new SettleTimer(now, at, continues && differs ? first : at);
    }

    /**
     * Returns when this member should plan the change.
     *
     * @param onlyGone whether the change is only that members are gone: the pieces of those have no owner, so that the wait is short
     */
    public long due(Incarnation me, Timing timing, boolean onlyGone) {
        long settle = timing.settle().toNanos();
        long wait = onlyGone ? settle / PART_IF_ONLY_GONE : settle;
        return Math.min(since + wait, first + LONGEST_WAIT * settle) + stagger(me, timing);
    }

    /**
     * Returns how long this member leaves the restoring of the balance to the members before it. Nothing waits for it, and mostly there is
     * nothing to restore: one member plans that, not all.
     */
    public long balanceStagger(Incarnation me, Timing timing) {
        return rank(me) * BALANCE_STEP * timing.timeToLive().toNanos();
    }

    /**
     * Returns how long this member leaves the change to the members before it: usually the first one plans for all. The others would read its
     * plan only after theirs, which would be in vain, and a process that has never planned takes some hundred milliseconds for one.
     */
    private long stagger(Incarnation me, Timing timing) {
        return rank(me) * timing.settle().toNanos();
    }

    private int rank(Incarnation me) {
        int rank = 0;
        for (Member member : eligible.members()) {
            if (member.id().compareTo(me.member()) >= 0 || rank == MOST_BEFORE) {
                break;
            }
            rank++;
        }
        return rank;
    }
}
