package dev.divvy.cache.replication.protocol;

/** How much of a token's entries a node has. */
public enum DataState {
    NONE,

    /** A copy that is being received: it may be used for nothing. */
    PARTIAL,

    /** Everything up to its position. */
    COMPLETE
}
