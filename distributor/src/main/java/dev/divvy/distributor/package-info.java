/** Hands work units to services: lists of names in, one table out. Start with {@code Distributor}. */
@NullMarked
package dev.divvy.distributor;

import org.jspecify.annotations.NullMarked;
