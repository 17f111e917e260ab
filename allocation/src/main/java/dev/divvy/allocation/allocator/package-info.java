/**
 * The interface of allocators: their input ({@link dev.divvy.allocation.allocator.AllocationRequest}) and the promises that they may make
 * ({@link dev.divvy.allocation.allocator.Law}).
 */
@NullMarked
package dev.divvy.allocation.allocator;

import org.jspecify.annotations.NullMarked;
