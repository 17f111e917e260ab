/** A board among the peers themselves: the coordinator of their view keeps it, every member has a copy. */
@NullMarked
package dev.divvy.boardpeers;

import org.jspecify.annotations.NullMarked;
