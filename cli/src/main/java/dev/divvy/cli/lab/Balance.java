package dev.divvy.cli.lab;

import dev.divvy.allocation.Division;

/**
 * The evenness of the load, at one moment or at the worst of several moments.
 *
 * @param maxOverMean the load of the fullest member divided by the mean load
 * @param spread the pieces of the fullest member minus those of the emptiest
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
