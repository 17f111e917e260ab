package dev.divvy.cli.lab;

import dev.divvy.allocation.Pieces;

/**
 * The settings of a run of the lab, the same for every allocator.
 *
 * @param members the initial number of members; it varies between {@link #least()} and {@link #most()}
 * @param pieces the number of tokens
 * @param events the number of changes of the roster
 * @param seed the seed; the same seed gives the same events
 */
record LabSettings(int members, int pieces, int events, long seed) {

    public static final int MOST_MEMBERS = 1000;
    public static final int MOST_PIECES = Pieces.MOST;
    public static final int MOST_EVENTS = 1_000_000;

    /** Returns the fewest members at any time: about half, at least one. */
    public int least() {
        return Math.max(1, members / 2);
    }

    /** Returns the most members at any time, apart from several changes at once: about half as many again. */
    public int most() {
        return members + Math.max(1, members / 2);
    }
}
