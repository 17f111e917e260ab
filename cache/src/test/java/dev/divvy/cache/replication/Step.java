package dev.divvy.cache.replication;

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

    int packed() {
        return kind.ordinal() | life << 8 | other << 16 | number << 24;
    }

    static Step unpacked(int packed) {
        return new Step(StepKind.values()[packed & 255], packed >> 8 & 255, packed >> 16 & 255, packed >> 24 & 255);
    }
}
