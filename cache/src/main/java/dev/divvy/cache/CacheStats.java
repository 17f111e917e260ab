package dev.divvy.cache;

/**
 * The figures of a node, at one moment.
 *
 * @param entries on this node
 * @param bytes that its entries take
 * @param hits reads of this node's tokens that found an entry, by any client
 * @param misses reads of this node's tokens that found none
 * @param expired entries whose time was over
 * @param evicted entries that made room for others
 */
public record CacheStats(long entries, long bytes, long hits, long misses, long expired, long evicted) {}
