/** The values of the core: pieces, members, and the {@link dev.divvy.allocation.Allocation} of pieces to members. */
@NullMarked
package dev.divvy.allocation;

import org.jspecify.annotations.NullMarked;
