/** The table as values and functions: valid names, owners of units, changes. No clock, thread, I/O or logging. */
@NullMarked
package dev.divvy.distributor.table;

import org.jspecify.annotations.NullMarked;
