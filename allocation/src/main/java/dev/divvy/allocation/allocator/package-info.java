/**
 * What an allocator is asked ({@link dev.divvy.allocation.allocator.AllocationRequest}), what it owes
 * ({@link dev.divvy.allocation.allocator.Law}), and the measures that all of them share.
 */
@NullMarked
package dev.divvy.allocation.allocator;

import org.jspecify.annotations.NullMarked;
