package dev.divvy.boardpeers.replication;

import java.time.Duration;

/**
 * How much a mesh keeps, and how long its nodes wait for each other.
 *
 * @param collect how long a new keeper waits for what others have
 * @param collectMerged how long it waits after a split, when the others may have gone on without it
 */
public record MeshLimits(int groups, int cards, int names, Duration collect, Duration collectMerged) {

    /** As many groups, cards of one group, and member ids that one group ever had. */
    public static MeshLimits with(Duration collect, Duration collectMerged) {
        return new MeshLimits(1_000, 5_000, 100_000, collect, collectMerged);
    }
}
