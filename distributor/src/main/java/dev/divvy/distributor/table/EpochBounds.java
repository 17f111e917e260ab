package dev.divvy.distributor.table;

/**
 * The state that a writer keeps itself, in addition to the stored distribution.
 *
 * @param lineage the lineage to begin if the store has none
 * @param floor the highest epoch that the writer has seen; the next one is above it, even if the store was emptied
 * @param expiredBefore the epoch before which releasers are no longer waited for, because their grace time is over
 */
public record EpochBounds(String lineage, long floor, long expiredBefore) {}
