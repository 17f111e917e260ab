package dev.divvy.testkit.simulation.random;

import java.util.List;

/** All randomness of one simulation, from its seed: a SplitMix generator, the same on every machine. */
public final class SeededRandom {

    private static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;

    public SeededRandom(long seed) {
        this.state = seed * STEP + 1;
    }

    public long next() {
        state += STEP;
        long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    public int below(int bound) {
        return (int) (((next() >>> 33) * bound) >>> 31);
    }

    /** Returns a number between these, both included. */
    public long between(long least, long most) {
        return least + Math.floorMod(next(), most - least + 1);
    }

    public double fraction() {
        return (next() >>> 11) * 0x1.0p-53;
    }

    public boolean chance(double probability) {
        return fraction() < probability;
    }

    /** Returns a duration between these, log-uniformly distributed: mostly short, sometimes very long. */
    public long spread(long least, long most) {
        int doublings = Long.SIZE - Long.numberOfLeadingZeros(most / least);
        long from = least << below(doublings);
        return Math.min(most, between(from, 2 * from));
    }

    public <T> T pick(List<T> list) {
        return list.get(below(list.size()));
    }
}
