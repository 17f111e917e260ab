/** The entries of a node, as plain bytes in one store per token: expiry, memory accounting and eviction. */
@NullMarked
package dev.divvy.cache.store;

import org.jspecify.annotations.NullMarked;
