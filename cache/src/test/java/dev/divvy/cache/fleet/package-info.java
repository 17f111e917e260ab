/** Nodes in one process, and what talks to them. */
@NullMarked
package dev.divvy.cache.fleet;

import org.jspecify.annotations.NullMarked;
