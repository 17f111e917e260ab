/** Whole nodes of the cache on virtual time: the real members, plans, replicas and stores, with simulated boards and connections. */
@NullMarked
package dev.divvy.cache.replication.simulation;

import org.jspecify.annotations.NullMarked;
