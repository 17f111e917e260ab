/** The default allocator, {@link dev.divvy.allocation.sticky.Sticky}: it remembers, and moves nothing in vain. */
@NullMarked
package dev.divvy.allocation.sticky;

import org.jspecify.annotations.NullMarked;
