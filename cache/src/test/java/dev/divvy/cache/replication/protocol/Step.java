package dev.divvy.cache.replication.protocol;

/**
 * One step of a search.
 *
 * @param life the incarnation that takes it; for a record, the owner
 * @param other the other incarnation; for a record, the copies as a bit set
 * @param number the index of the message that is received
 */
record Step(StepKind kind, int life, int other, int number) {

    Step(StepKind kind, int life) {
        this(kind, life, 0, 0);
    }
}
