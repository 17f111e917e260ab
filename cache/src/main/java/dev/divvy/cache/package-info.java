/** A distributed cache over a cluster that grows and shrinks: any node answers for any key. */
@NullMarked
package dev.divvy.cache;

import org.jspecify.annotations.NullMarked;
