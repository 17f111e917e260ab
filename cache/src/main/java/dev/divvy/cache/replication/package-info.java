/**
 * Replication of the tokens of a node: runs the decisions of {@link dev.divvy.cache.replication.protocol} on real entries, connections and
 * leases. A move of a token is a copy to its next owner; backups are copies that stay.
 */
@NullMarked
package dev.divvy.cache.replication;

import org.jspecify.annotations.NullMarked;
