/** Redis and Redis Cluster for tests, also encrypted. */
@NullMarked
package dev.divvy.testservers.redis;

import org.jspecify.annotations.NullMarked;
