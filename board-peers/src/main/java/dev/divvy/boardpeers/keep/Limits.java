package dev.divvy.boardpeers.keep;

import java.time.Duration;

/**
 * How much a mesh keeps, and how long its nodes wait for each other.
 *
 * @param collect how long a new keeper waits for what others have
 */
public record Limits(int groups, int cards, int names, Duration collect) {

    /** As many groups, cards of one group, and member ids that one group ever had. */
    public static Limits with(Duration collect) {
        return new Limits(1_000, 5_000, 100_000, collect);
    }
}
