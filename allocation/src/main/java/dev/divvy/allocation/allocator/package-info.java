/**
 * The rules that divide pieces: pure functions from a {@link dev.divvy.allocation.allocator.Request} to a
 * {@link dev.divvy.allocation.Division}.
 */
@NullMarked
package dev.divvy.allocation.allocator;

import org.jspecify.annotations.NullMarked;
