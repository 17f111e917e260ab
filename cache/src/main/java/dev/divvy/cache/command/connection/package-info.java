/** Commands about the connection, the node and the cluster. */
@NullMarked
package dev.divvy.cache.command.connection;

import org.jspecify.annotations.NullMarked;
