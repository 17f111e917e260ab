package dev.divvy.cli.lab;

import dev.divvy.allocation.Division;

/** How evenly the pieces lie on the members at one moment. */
public record Load(int most, int least, double mean, boolean complete) {

    public static Load of(Division division) {
        int most = 0;
        int least = Integer.MAX_VALUE;
        for (int member = 0; member < division.members(); member++) {
            int count = division.of(member).count();
            most = Math.max(most, count);
            least = Math.min(least, count);
        }
        double mean = (double) division.count() / division.members();
        return new Load(most, least, mean, division.unowned().isEmpty());
    }

    public double maxOverMean() {
        return most / mean;
    }

    public int spread() {
        return most - least;
    }

    /** Whether every piece has an owner and no two members differ by more than one piece. */
    public boolean exact() {
        return complete && spread() <= 1;
    }
}
