/** A board among the peers themselves: one node runs it as the primary, every other node has a copy. */
@NullMarked
package dev.divvy.boardpeers;

import org.jspecify.annotations.NullMarked;
