/** One node of the cache: its settings, and what puts its parts together. */
@NullMarked
package dev.divvy.cache.node;

import org.jspecify.annotations.NullMarked;
