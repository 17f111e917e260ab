package dev.divvy.cache.replication.protocol;

/**
 * The entries of one token on this node.
 *
 * @param <C> a change, as a value
 */
public interface ReplicaContents<C> {

    /** Applies a change, or an entry of a copy. */
    void apply(C change);

    /** Discards everything. */
    void clear();
}
