package dev.divvy.boardredis;

import java.util.OptionalInt;

/**
 * The number of replicas that must have a change before it counts.
 *
 * @param replicas a fixed number; empty for a majority of master and replicas, of those that the master has at that moment
 */
public record ReplicaQuorum(OptionalInt replicas) {

    /** A majority of master and replicas, of those that the master has at that moment: none on a server without replicas. */
    public static final ReplicaQuorum MAJORITY = new ReplicaQuorum(OptionalInt.empty());

    public ReplicaQuorum {
        if (replicas.isPresent() && replicas.getAsInt() < 0) {
            throw new IllegalArgumentException(replicas.getAsInt() + " replicas; the minimum is 0");
        }
    }

    /** Returns a quorum of a fixed number of replicas. While the master has fewer, every change fails. */
    public static ReplicaQuorum replicas(int number) {
        return new ReplicaQuorum(OptionalInt.of(number));
    }
}
