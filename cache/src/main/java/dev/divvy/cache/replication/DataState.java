package dev.divvy.cache.replication;

/** How much of a token's entries a node has. */
enum DataState {
    NONE,

    /** A copy that is being received: it may be used for nothing. */
    PARTIAL,

    /** Everything up to its position. */
    COMPLETE
}
