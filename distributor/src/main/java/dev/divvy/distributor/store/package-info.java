/** The ports of a store, which holds the lists and the table, and the store in memory. */
@NullMarked
package dev.divvy.distributor.store;

import org.jspecify.annotations.NullMarked;
