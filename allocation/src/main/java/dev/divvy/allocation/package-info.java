/**
 * The values of the core: pieces, members, and the {@link dev.divvy.allocation.Allocation} that says who owns which piece.
 */
@NullMarked
package dev.divvy.allocation;

import org.jspecify.annotations.NullMarked;
