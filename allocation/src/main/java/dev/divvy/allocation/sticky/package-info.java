/**
 * The default allocator, {@link dev.divvy.allocation.sticky.Sticky}: it starts from the previous allocation and moves the fewest pieces.
 */
@NullMarked
package dev.divvy.allocation.sticky;

import org.jspecify.annotations.NullMarked;
