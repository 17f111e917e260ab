/** A distributed cache on a cluster that grows and shrinks: any node answers requests for any key. */
@NullMarked
package dev.divvy.cache;

import org.jspecify.annotations.NullMarked;
