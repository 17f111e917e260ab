/**
 * Replication of the tokens: which nodes have a token's entries, and when a reply may be sent. Decisions only: no clock, no network, no
 * thread. The rules are in {@link dev.divvy.cache.replication.protocol.ReplicationRules}.
 */
@NullMarked
package dev.divvy.cache.replication.protocol;

import org.jspecify.annotations.NullMarked;
