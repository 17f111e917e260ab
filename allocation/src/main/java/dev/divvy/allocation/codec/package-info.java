/**
 * The compact, versioned encoding in which an {@link dev.divvy.allocation.Allocation} is stored on a board: {@link
 * dev.divvy.allocation.codec.AllocationCodec} writes and reads it. One class per part of the record, on top of codecs for names, columns
 * and numbers.
 */
@NullMarked
package dev.divvy.allocation.codec;

import org.jspecify.annotations.NullMarked;
