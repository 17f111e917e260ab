package dev.divvy.boardpeers.replication;

/** What a node is in its company, one at a time. While it lasts, the role is the one writer of the book. */
sealed interface NodeRole permits ReplicaRole, RecoveringRole, PrimaryRole {

    /** Whose words count; empty while this node knows of nobody. */
    String keeper();

    ReplicatedBoards book();

    /** Whether something is to be done soon even if nothing happens. */
    boolean isBusy();
}
