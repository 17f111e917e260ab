/** The way to a Redis, for the rooms that keep something there: scripts at the master of their keys, within a patience, and hints. */
@NullMarked
package dev.divvy.boardredis.connection;

import org.jspecify.annotations.NullMarked;
