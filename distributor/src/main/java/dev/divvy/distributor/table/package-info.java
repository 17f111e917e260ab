/** The table as values and functions: which names count, who gets which unit, what changes. No clock, thread, I/O or logging. */
@NullMarked
package dev.divvy.distributor.table;

import org.jspecify.annotations.NullMarked;
