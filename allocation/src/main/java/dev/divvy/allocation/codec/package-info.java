/**
 * The compact, versioned bytes in which an {@link dev.divvy.allocation.Allocation} hangs on a board:
 * {@link dev.divvy.allocation.codec.AllocationCodec} writes and reads them. One class for each part of the record, over names, columns
 * and numbers.
 */
@NullMarked
package dev.divvy.allocation.codec;

import org.jspecify.annotations.NullMarked;
