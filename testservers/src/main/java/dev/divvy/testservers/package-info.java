/**
 * Real servers for the tests, which can be killed, paused and started again: PostgreSQL, MariaDB, Redis and Redis Cluster.
 */
@NullMarked
package dev.divvy.testservers;

import org.jspecify.annotations.NullMarked;
