/** How a key becomes a hash, and which hashes lie together: frozen functions that every process computes alike. */
@NullMarked
package dev.divvy.allocation.hash;

import org.jspecify.annotations.NullMarked;
