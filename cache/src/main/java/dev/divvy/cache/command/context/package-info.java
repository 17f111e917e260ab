/** The context of commands: the node, its view of the cluster, and the client sessions. The node implements it. */
@NullMarked
package dev.divvy.cache.command.context;

import org.jspecify.annotations.NullMarked;
