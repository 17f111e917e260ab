/** Where the lists stand and the table hangs: the ports, and the store in memory. */
@NullMarked
package dev.divvy.distributor.store;

import org.jspecify.annotations.NullMarked;
