/** A cluster of nodes in one process, and a client for it. */
@NullMarked
package dev.divvy.cache.testcluster;

import org.jspecify.annotations.NullMarked;
