package dev.divvy.cli.lab;

/**
 * The number of pieces that changed owner, and the fewest that had to.
 *
 * @param bound the bound from {@link Bounds}, the same for all allocators
 */
record MoveCount(long moved, long bound) {

    static final MoveCount NONE = new MoveCount(0, 0);

    MoveCount plus(int movedNow, int boundNow) {
        return new MoveCount(moved + movedNow, bound + boundNow);
    }

    /** Returns the moves beyond the bound; below 0 for an allocator that moves less because it leaves the load uneven. */
    public long excess() {
        return moved - bound;
    }

    /** Returns the moves divided by the bound; infinite if nothing had to move and something did. */
    public double ratio() {
        return moved == bound ? 1 : (double) moved / bound;
    }
}
