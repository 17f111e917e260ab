/** Connections to other nodes: the handshake that proves both ends, and requests that are answered in order. */
@NullMarked
package dev.divvy.cache.peer;

import org.jspecify.annotations.NullMarked;
