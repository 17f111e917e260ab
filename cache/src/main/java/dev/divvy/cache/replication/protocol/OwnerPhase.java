package dev.divvy.cache.replication.protocol;

/** The progress of an owner, from the moment at which it gains the token. */
public enum OwnerPhase {
    NOT_OWNER,

    /** It asks every listed replica for its position, and serves nothing yet. */
    TAKING_OVER,

    SERVING,

    /** It has lost the token: no request runs any more; replies that wait for copies are still sent. */
    CLOSED
}
