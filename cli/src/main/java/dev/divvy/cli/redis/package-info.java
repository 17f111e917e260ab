/** Options with which commands name a Redis and log in to it. */
@NullMarked
package dev.divvy.cli.redis;

import org.jspecify.annotations.NullMarked;
