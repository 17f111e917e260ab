/** The cache beside Hazelcast, Redis, a Redis cluster and plain maps behind Netty. */
@NullMarked
package dev.divvy.bench.cache;

import org.jspecify.annotations.NullMarked;
