/** The allocator without history, {@link dev.divvy.allocation.stable.Stable}: prices bring each member's load to its share. */
@NullMarked
package dev.divvy.allocation.stable;

import org.jspecify.annotations.NullMarked;
