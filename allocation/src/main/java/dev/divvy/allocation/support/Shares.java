package dev.divvy.allocation.support;

import dev.divvy.allocation.Roster;
import java.util.Arrays;

/**
 * The number of pieces that each member is due: floor or ceil of {@code pieces * weight / sum of weights}. The law of balance leaves open
 * which members get a ceil. Giving the ceils first to members that hold more than their floor keeps the most pieces in place: at most
 * {@code min(held, due)} of a member's pieces can stay, and only for these members does one more due let one more stay.
 */
public final class Shares {

    private static final int INDEX_BITS = 14;

    private final int[] due;
    private final int bound;

    private Shares(int[] due, int bound) {
        this.due = due;
        this.bound = bound;
    }

    /**
     * Returns the shares of these pieces that let the most pieces stay.
     *
     * @param roster the roster with the weights that count; when all are 0, no member is due anything
     * @param held the number of these pieces that each member holds now
     */
    public static Shares of(int pieces, Roster roster, int[] held) {
        int[] due = new int[roster.size()];
        long weight = roster.weight();
        if (weight == 0) {
            return new Shares(due, 0);
        }
        long[] ranks = new long[due.length];
        int left = pieces;
        boolean sorted = true;
        for (int member = 0; member < due.length; member++) {
            long share = (long) pieces * roster.get(member).weight();
            due[member] = (int) (share / weight);
            left -= due[member];
            ranks[member] = rank(member, weight, share % weight, held[member] > due[member]);
            sorted &= member == 0 || ranks[member] > ranks[member - 1];
        }
        if (left > 0 && !sorted) {
            Arrays.sort(ranks);
        }
        for (int i = 0; i < left; i++) {
            due[(int) ranks[i] & ((1 << INDEX_BITS) - 1)]++;
        }
        int kept = 0;
        for (int member = 0; member < due.length; member++) {
            kept += Math.min(due[member], held[member]);
        }
        return new Shares(due, pieces - kept);
    }

    /**
     * Returns the rank of a member for a ceil: members that hold more than their floor first, then by larger remainder, then by index. A
     * share without remainder comes last: it has no ceil, and there are fewer ceils than remainders.
     */
    private static long rank(int member, long weight, long remainder, boolean holdsMore) {
        long first = remainder > 0 && holdsMore ? 0 : 1;
        return (first << 40 | (weight - remainder)) << INDEX_BITS | member;
    }

    /** Returns the number of pieces that this member is due. */
    public int due(int member) {
        return due[member];
    }

    /** The fewest pieces that must get a new owner, pieces without a previous owner included. */
    public int bound() {
        return bound;
    }
}
