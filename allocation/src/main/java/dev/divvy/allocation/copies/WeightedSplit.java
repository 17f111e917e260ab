package dev.divvy.allocation.copies;

import java.util.Arrays;

/**
 * An amount divided by weight, exactly, where each part has bounds: parts beyond a bound are set to it, first on the side where more is
 * beyond, and the others share the rest by weight.
 */
final class WeightedSplit {

    private final long[] numerators;
    private final long[] denominators;
    private final boolean[] fixed;

    private WeightedSplit(int parts) {
        this.numerators = new long[parts];
        this.denominators = new long[parts];
        this.fixed = new boolean[parts];
        Arrays.fill(denominators, 1);
    }

    static WeightedSplit of(long amount, long[] weights, long[] least, long[] most) {
        WeightedSplit split = new WeightedSplit(weights.length);
        long rest = amount;
        long weight = 0;
        for (int part = 0; part < weights.length; part++) {
            split.fixed[part] = weights[part] == 0;
            weight += weights[part];
        }
        while (weight > 0) {
            long below = 0;
            long above = 0;
            for (int part = 0; part < weights.length; part++) {
                if (!split.fixed[part]) {
                    below += Math.max(0, least[part] * weight - rest * weights[part]);
                    above += Math.max(0, rest * weights[part] - most[part] * weight);
                }
            }
            if (below == 0 && above == 0) {
                break;
            }
            long restNow = rest;
            long weightNow = weight;
            for (int part = 0; part < weights.length; part++) {
                long bound = below >= above ? least[part] : most[part];
                long beyond = bound * weightNow - restNow * weights[part];
                if (!split.fixed[part] && (below >= above ? beyond > 0 : beyond < 0)) {
                    split.fixed[part] = true;
                    split.numerators[part] = bound;
                    rest -= bound;
                    weight -= weights[part];
                }
            }
        }
        for (int part = 0; part < weights.length; part++) {
            if (!split.fixed[part]) {
                split.numerators[part] = rest * weights[part];
                split.denominators[part] = weight;
            }
        }
        return split;
    }

    /** Whether a part was set to one of its bounds. */
    boolean fixed(int part) {
        return fixed[part];
    }

    long numerator(int part) {
        return numerators[part];
    }

    long denominator(int part) {
        return denominators[part];
    }
}
