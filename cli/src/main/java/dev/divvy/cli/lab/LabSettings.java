package dev.divvy.cli.lab;

import dev.divvy.allocation.Pieces;

/**
 * What every allocator is put through.
 *
 * @param members how many there are at first; {@link #least()} and {@link #most()} say between what it moves
 * @param pieces how many tokens are divided
 * @param events how many times the roster changes
 * @param seed the same seed gives the same events
 */
record LabSettings(int members, int pieces, int events, long seed) {

    public static final int MOST_MEMBERS = 1000;
    public static final int MOST_PIECES = Pieces.MOST;
    public static final int MOST_EVENTS = 1_000_000;

    /** The fewest members there are at any time: about half, never none. */
    public int least() {
        return Math.max(1, members / 2);
    }

    /** The most members there are at any time, but for several changes at once: about half as many again. */
    public int most() {
        return members + Math.max(1, members / 2);
    }
}
