/** Hashes of keys and ranges of hashes: frozen functions that give the same result in every process. */
@NullMarked
package dev.divvy.allocation.hash;

import org.jspecify.annotations.NullMarked;
