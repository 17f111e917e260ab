package dev.divvy.boardpeers.replication;

/** The role of a node in its view, one at a time. While a node has a role, that role is the only writer of its boards. */
sealed interface NodeRole permits ReplicaRole, RecoveringRole, PrimaryRole {

    /** Returns the node that this one follows; itself when it is the primary or about to be; empty when none is known. */
    String primary();

    ReplicatedBoards boards();

    /** Whether a tick is needed soon, even if nothing else happens. */
    boolean isBusy();
}
