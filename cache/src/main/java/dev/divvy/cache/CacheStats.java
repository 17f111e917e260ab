package dev.divvy.cache;

/**
 * Statistics of a node.
 *
 * @param entries the entries on this node
 * @param bytes the memory of its entries
 * @param hits the reads of this node's tokens that found an entry, by any client
 * @param misses the reads of this node's tokens that found none
 * @param expired the entries removed after their time-to-live
 * @param evicted the entries removed to keep the memory limit
 * @param copies the copies of other nodes' entries
 * @param unsettledTokens the tokens of this node of which a copy is missing, or a former owner has not forgotten the entries
 * @param lostTokens the tokens that this node began to serve without the entries that they had
 */
public record CacheStats(
        long entries,
        long bytes,
        long hits,
        long misses,
        long expired,
        long evicted,
        long copies,
        int unsettledTokens,
        long lostTokens) {}
