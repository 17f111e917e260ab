/** What commands stand on: the node, the cluster as it knows it, and the connections. The node fills it in. */
@NullMarked
package dev.divvy.cache.command.context;

import org.jspecify.annotations.NullMarked;
