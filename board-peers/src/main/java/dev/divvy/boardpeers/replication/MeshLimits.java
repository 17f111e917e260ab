package dev.divvy.boardpeers.replication;

import java.time.Duration;

/**
 * The size limits of a mesh, and how long its nodes wait for each other.
 *
 * @param groups the most groups of the mesh
 * @param cards the most cards of one group
 * @param memberIds the most member ids that one group ever had
 * @param recoveryTimeout how long a new primary waits for the copies of the others
 * @param mergeTimeout how long it waits after a split, when the others may have gone on without it
 * @param beatInterval how long a primary collects the beats of members before it sends them to its replicas
 */
public record MeshLimits(
        int groups, int cards, int memberIds, Duration recoveryTimeout, Duration mergeTimeout, Duration beatInterval) {

    public static MeshLimits withTimes(Duration recovery, Duration merge, Duration beats) {
        return new MeshLimits(1_000, 5_000, 100_000, recovery, merge, beats);
    }
}
