package dev.divvy.cache.replication.protocol;

/** The owner's knowledge about the replica of another node. */
enum RemoteState {
    /** Not asked yet, or the connection broke: it may be complete, so it holds replies back. */
    UNKNOWN,

    /** Asked for its position. */
    ASKED,

    /** It has told its position while the owner takes over; or it has no complete copy. */
    NOT_COMPLETE,

    /** A copy is being sent to it. */
    BUILDING,

    /** It is complete or about to be: replies wait until it has confirmed the changes that they show. */
    REQUIRED,

    /** It has confirmed that it is complete. */
    CONFIRMED,

    /** It was told to forget, and has not confirmed that yet. */
    FORGETTING
}
