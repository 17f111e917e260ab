/** The caches that are measured, each behind the same interface. */
@NullMarked
package dev.divvy.bench.cache.contestant;

import org.jspecify.annotations.NullMarked;
