package dev.divvy.boardredis;

import java.util.OptionalInt;

/**
 * The number of replicas that must have a change before it counts.
 *
 * @param replicas a fixed number; empty for as many as make a majority together with the master, of those that it has at that moment
 */
public record ReplicaQuorum(OptionalInt replicas) {

    /** A majority together with the master, of the copies that there are at that moment: none on a server without replicas. */
    public static final ReplicaQuorum MAJORITY = new ReplicaQuorum(OptionalInt.empty());

    public ReplicaQuorum {
        if (replicas.isPresent() && replicas.getAsInt() < 0) {
            throw new IllegalArgumentException(replicas.getAsInt() + " replicas; the least is 0");
        }
    }

    /** Returns a fixed number, whether the master has as many or not: without them nothing changes. */
    public static ReplicaQuorum replicas(int number) {
        return new ReplicaQuorum(OptionalInt.of(number));
    }
}
