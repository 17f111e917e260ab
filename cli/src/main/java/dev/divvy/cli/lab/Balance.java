package dev.divvy.cli.lab;

/**
 * How even the load was at its worst.
 *
 * @param maxOverMean the fullest member over the mean
 * @param spread most minus fewest pieces of a member
 * @param exact whether at every moment all pieces had an owner and no two members differed by more than one
 */
public record Balance(double maxOverMean, int spread, boolean exact) {

    static final Balance PERFECT = new Balance(0, 0, true);

    Balance worstOf(Load load) {
        return new Balance(
                Math.max(maxOverMean, load.maxOverMean()), Math.max(spread, load.spread()), exact && load.exact());
    }
}
