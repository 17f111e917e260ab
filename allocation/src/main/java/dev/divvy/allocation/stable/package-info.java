/** The allocator without history, {@link dev.divvy.allocation.stable.Stable}: prices make everybody attract its share. */
@NullMarked
package dev.divvy.allocation.stable;

import org.jspecify.annotations.NullMarked;
