/**
 * Real servers for the tests, which can be killed, paused and started again: PostgreSQL, MariaDB and Redis.
 */
@NullMarked
package dev.divvy.testservers;

import org.jspecify.annotations.NullMarked;
