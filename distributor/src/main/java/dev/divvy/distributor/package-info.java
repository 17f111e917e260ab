/** Divides work units among services: reads lists of names, writes one table. Start with {@code Distributor}. */
@NullMarked
package dev.divvy.distributor;

import org.jspecify.annotations.NullMarked;
