package dev.divvy.cli.lab;

/**
 * How many pieces changed owner, against the fewest that could have.
 *
 * @param bound from {@link Bounds}: the same for all allocators
 */
record MoveCount(long moved, long bound) {

    static final MoveCount NONE = new MoveCount(0, 0);

    MoveCount plus(int movedNow, int boundNow) {
        return new MoveCount(moved + movedNow, bound + boundNow);
    }

    /** Moves beyond the bound; below 0 for an allocator that moves less because it leaves the load uneven. */
    public long excess() {
        return moved - bound;
    }

    /** How many times the bound was moved; infinite where nothing had to move and something did. */
    public double ratio() {
        return moved == bound ? 1 : (double) moved / bound;
    }
}
