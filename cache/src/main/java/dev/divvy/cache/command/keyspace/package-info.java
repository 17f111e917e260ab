/** Commands about all keys of the node that receives them. */
@NullMarked
package dev.divvy.cache.command.keyspace;

import org.jspecify.annotations.NullMarked;
