/**
 * Replication of the boards: which node is the primary, which have copies, and how a new view changes that. Decisions only, without threads,
 * clocks or a network.
 */
@NullMarked
package dev.divvy.boardpeers.replication;

import org.jspecify.annotations.NullMarked;
