/** Requests and replies: the connections of clients and nodes, forwarding, and the order that both keep. */
@NullMarked
package dev.divvy.cache.traffic;

import org.jspecify.annotations.NullMarked;
