/** The sockets and event loops of a node. */
@NullMarked
package dev.divvy.cache.socket;

import org.jspecify.annotations.NullMarked;
