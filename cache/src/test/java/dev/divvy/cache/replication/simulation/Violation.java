package dev.divvy.cache.replication.simulation;

/** The ways in which a simulation can go wrong. */
enum Violation {
    /** A complete replica on the board lacks a change that a reply has shown. */
    COMPLETE_LACKS_ANSWERED,
    /** A complete replica on the board is not listed in the record. */
    UNLISTED_COMPLETE,
    /** A complete replica was told to forget, although it could have been brought up to date. */
    FORGET_OF_COMPLETE,
    /** The last replica with all that was answered went without a fault. */
    LOST_BY_ITSELF,
    /** The last replica with all that was answered went with no more faults than the settled token had copies. */
    LOST_WITHIN_K,
    /** A token that was lost came back in part. */
    REMEMBERED_WRONGLY,
    /** A reply lacks what was answered before its request began, or contradicts another reply. */
    NOT_LINEARIZABLE,
    /** An entry that had expired was shown again. */
    EXPIRED_CAME_BACK,
    /** An entry was gone before its time-to-live had passed. */
    EXPIRED_TOO_EARLY,
    /** An entry was shown long after its time-to-live had passed. */
    EXPIRED_TOO_LATE,
    /** An heir was told to forget before the copies were complete. */
    FORGOT_TOO_EARLY,
    /** An owner served before every complete replica had promised to obey it. */
    SERVED_BEFORE_HEARD,
    /** A replica promised an older tenure than before. */
    PROMISE_WENT_BACK,
    /** Without faults, a token still lacks copies. */
    UNPROTECTED_TOO_LONG,
    /** Without faults, a node still keeps entries that it neither owns nor has to copy. */
    HEIRS_REMAIN,
    /** Without faults, a reply still waits or a token is not served. */
    WAITING_TOO_LONG,
    /** Without faults, a replica still keeps changes that all others have, although nothing is written. */
    UNCONFIRMED_TOO_MUCH,
    /** Something threw. */
    FAILED
}
