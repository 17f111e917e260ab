/** How long requests wait while members of a cache join and leave. */
@NullMarked
package dev.divvy.bench.cache.waits;

import org.jspecify.annotations.NullMarked;
