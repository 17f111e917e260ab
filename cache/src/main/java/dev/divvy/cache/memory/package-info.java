/** The memory that the connections of a node share. */
@NullMarked
package dev.divvy.cache.memory;

import org.jspecify.annotations.NullMarked;
