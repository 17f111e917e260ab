package dev.divvy.cli.lab;

import dev.divvy.allocation.Division;

/**
 * How evenly the pieces lie on the members, at one moment or at the worst of several.
 *
 * @param maxOverMean the fullest member over the mean
 * @param spread most minus fewest pieces of a member
 * @param exact whether all pieces have an owner and no two members differ by more than one
 */
record Balance(double maxOverMean, int spread, boolean exact) {

    static final Balance PERFECT = new Balance(0, 0, true);

    static Balance of(Division division) {
        int most = 0;
        int least = Integer.MAX_VALUE;
        for (int member = 0; member < division.members(); member++) {
            int count = division.of(member).count();
            most = Math.max(most, count);
            least = Math.min(least, count);
        }
        double mean = (double) division.count() / division.members();
        return new Balance(most / mean, most - least, division.unowned().isEmpty() && most - least <= 1);
    }

    Balance worstOf(Balance other) {
        return new Balance(
                Math.max(maxOverMean, other.maxOverMean), Math.max(spread, other.spread), exact && other.exact);
    }
}
