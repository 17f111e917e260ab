/**
 * The compact, versioned bytes in which an {@link dev.divvy.allocation.Allocation} hangs on a board:
 * {@link dev.divvy.allocation.form.AllocationForm} writes and reads them. One class for each part of the record, over names, columns
 * and numbers.
 */
@NullMarked
package dev.divvy.allocation.form;

import org.jspecify.annotations.NullMarked;
