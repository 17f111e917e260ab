package dev.divvy.cache.replication.protocol;

/** The kinds of steps in a search. The calm ones happen by themselves. */
enum StepKind {
    SEE,
    FETCH_SIGHTING,
    APPLY_SIGHTING,
    LEARN_EJECTION,
    RECEIVE,
    RECEIVE_LATE,
    BEGIN_COPY,
    END_COPY,
    CLOSE,
    RELEASE,
    TRIM,
    REMOVE_DEAD,
    READ,
    WRITE,
    PUBLISH,
    CRASH,
    EJECT,
    BREAK_LINK,
    JOIN,
    ANSWER_ANYWAY;

    boolean isFault() {
        return this == CRASH || this == EJECT || this == BREAK_LINK;
    }

    boolean isCalm() {
        return compareTo(REMOVE_DEAD) <= 0;
    }
}
