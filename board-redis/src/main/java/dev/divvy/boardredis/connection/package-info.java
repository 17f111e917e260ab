/** Access to Redis for the modules that store data in it: scripts on the master of their keys, with a timeout, and change notifications. */
@NullMarked
package dev.divvy.boardredis.connection;

import org.jspecify.annotations.NullMarked;
