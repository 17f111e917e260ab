/** Commands about all keys of the node that is asked. */
@NullMarked
package dev.divvy.cache.command.keyspace;

import org.jspecify.annotations.NullMarked;
